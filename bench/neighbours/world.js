import { setTimeout as delay } from 'node:timers/promises'
import { untilIndexed } from '#proof/harness/api.js'
import { fillCrowd } from '#proof/harness/crowd.js'
import { startNeighbour } from '#proof/harness/neighbour.js'
import { call } from '../support/call.js'
import { ensure } from '#proof/harness/failure.js'
import { figure } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'
import { eventually } from '#proof/harness/waiting.js'
import { moment } from '../webhooks/setup.js'

const ALONE_MS = 3000

/**
 * A service with a crowded account: `assets` assets, the last of them with the tag `last`, each with `tags` tags of its
 * own. Its neighbour is another user of the account; both keys may do everything.
 */
export async function createWorld (databases, name, { assets = 63_000, tags = 0, settings = {} } = {}) {
  const database = await createMigrated(databases, name)
  await fillCrowd(database, { assets, tags })
  const server = await startService(database, { name, settings })
  await untilIndexed(server.url)
  const { api_key: { key } } = await call(server, 'POST', 'admin/users', { email: 'neighbour@example.com' })
  return { database, server, neighbour: { 'x-api-key': key } }
}

/** Measures how long the neighbour waits during some work, beside how long it waits alone. */
export async function besides (what, { server, neighbour }, work) {
  const caller = startNeighbour(server.url, neighbour)
  const ask = async (meanwhile) => {
    const waited = await caller.during(meanwhile)
    ensure(waited.wrong.length + waited.refused === 0, waited.wrong[0] ?? 'the neighbour was answered 503')
    return waited
  }
  await ask(() => delay(ALONE_MS / 3))
  const alone = await ask(() => delay(ALONE_MS))
  const beside = await ask(work)
  await caller.stop()
  return [`${what}: the neighbour waits at most`, `${figure(beside.longest)} ms`,
    `${figure(alone.longest)} ms alone; median ${figure(beside.median)} and ${figure(alone.median)} ms`,
    'at most 250 ms longer']
}

/** The time of the neighbour's import of one row, in milliseconds. */
export async function importOne (server, neighbour) {
  const startedAt = moment()
  const headers = { ...neighbour, 'content-type': 'text/csv' }
  const answer = await fetch(`${server.url}/api/v2/imports`, { method: 'POST', headers, body: 'type,title\r\nasset,One\r\n' })
  ensure(answer.status === 200, `the import was answered ${answer.status}`)
  const { import: { id } } = /** @type {any} */ (await answer.json())
  await eventually('the import of one row is done', async () => {
    const state = await fetch(`${server.url}/api/v2/imports/${id}`, { headers: neighbour })
    return (/** @type {any} */ (await state.json())).import.status === 'done'
  })
  return moment() - startedAt
}

/** The time of the neighbour's export of one line, in milliseconds. */
export async function exportOne (server, neighbour) {
  const startedAt = moment()
  const answer = await fetch(`${server.url}/api/v2/export?external_id=none`, { headers: neighbour })
  await answer.text()
  ensure(answer.status === 200, `the export was answered ${answer.status}`)
  return moment() - startedAt
}
