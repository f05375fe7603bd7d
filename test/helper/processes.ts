import { pino } from 'pino'
import type { Test } from 'tap'
import { buildApp } from '../../src/app.js'
import { openDatabase } from '../../src/database/database.js'
import { createClient, neverOverloaded, type Answer, type Client, type World } from './app.js'

/**
 * Two independent ways into one database: on PostgreSQL a second app, as in a second process; on SQLite, which has one
 * process, the same app twice.
 */
export async function openTwice (t: Test, { app, config, url, admin, adminKey }: World) {
  if (url.startsWith('file:')) return { apps: [app, app] as const, clients: [admin, admin] as const }
  const second = await buildApp({
    config,
    database: await openDatabase(url),
    logger: pino({ level: 'silent' }),
    overload: neverOverloaded
  })
  t.teardown(() => second.close())
  await second.ready()
  return { apps: [app, second] as const, clients: [admin, createClient(second, adminKey)] as const }
}

/** Sends concurrent requests, through both clients in turn. An answer of 500 or more fails. */
export async function atOnce (
  clients: readonly [Client, Client], requests: Array<(client: Client) => Promise<Answer>>
): Promise<Answer[]> {
  const answers = await Promise.all(requests.map((request, index) => request(clients[index % 2]!)))
  const failed = answers.find((answer) => answer.status >= 500)
  if (failed !== undefined) throw new Error(`The service failed: ${failed.status} ${failed.text}`)
  return answers
}

/** The number of answers that are plain successes. */
export function successes (answers: readonly Answer[]): number {
  return answers.filter(({ status, body }) =>
    status === 200 && body.error === undefined && Object.keys(body.errors ?? {}).length === 0
  ).length
}
