import { existsSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../support/call.js'
import { drive, headers } from '../support/load.js'
import { ensure } from '#proof/harness/failure.js'
import { processorMicroseconds, residentMebibytes } from '#proof/harness/process-status.js'
import { figure } from '../support/report.js'
import { scenarioOf } from '../support/scenarios.js'
import { seed } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'
import { eventually } from '#proof/harness/waiting.js'
import { moment } from '../webhooks/setup.js'

const WAITERS = 1000
const LAYOUT = { projects: 1, assetsPerProject: 10 }
const WATCHED_S = 20
/** PostgreSQL reports the statistics of a connection ten seconds late. */
const SETTLE_MS = 12_000

/** Measures what a thousand waiting readers cost while nothing happens, and how soon the last of them gets a change. */
export async function run (databases, options) {
  ensure(existsSync('/proc/self/status'), 'waiters reads /proc, which is not here')
  const database = await createMigrated(databases, 'waiters')
  await seed(database, LAYOUT)
  const server = await startService(database, { name: 'changes-waiters' })
  // Opens as many connections as there will be, so that only the waiting readers count.
  await drive(server, scenarioOf('get'), {
    connections: WAITERS,
    seconds: Math.max(1, options.warmup),
    layout: LAYOUT
  })
  const rows = []
  for (const [kind, extra] of Object.entries({ 'long polls': {}, streams: { accept: 'text/event-stream' } })) {
    const { next } = await call(server, 'GET', 'changes?since=now')
    await delay(SETTLE_MS)
    const before = residentMebibytes(server.pid)
    const alone = await watch(server, database)
    const waiters = openWaiters(server, `/api/v2/changes?since=${next}&wait=60`, { ...headers, ...extra })
    await delay(SETTLE_MS)
    const waiting = await watch(server, database)
    const resident = residentMebibytes(server.pid)
    const startedAt = moment()
    await call(server, 'POST', 'assets', { title: 'Interview' })
    await eventually('all are told', () => waiters.told() === WAITERS)
    const toldMs = moment() - startedAt
    waiters.stop()
    rows.push(
      [`${figure(WAITERS)} ${kind}: memory`, `${figure(resident - before)} MiB`, `${figure(before)} MiB without them`,
        '< 30 MiB'],
      ['the same: queries a second while nothing happens', ...queries(waiting, alone), 'the same'],
      ['the same: processor while nothing happens', `${figure(waiting.processor)} ms/s`,
        `${figure(alone.processor)} ms/s without them`, 'the same'],
      ['the same: from sending a write until the last one knows', `${figure(toldMs)} ms`, '', '']
    )
  }
  await server.stop()
  return rows
}

function openWaiters (server, path, headers) {
  const { hostname, port } = new URL(server.url)
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  let told = 0
  const requests = Array.from({ length: WAITERS }, () => get({ hostname, port, path, headers, agent }, (response) => {
    ensure(response.statusCode === 200, `a waiter was answered ${response.statusCode}`)
    let isTold = false
    response.setEncoding('utf8').on('data', (text) => {
      if (isTold || !text.includes('ASSET_ADDED')) return
      isTold = true
      told++
    })
    response.on('error', () => {})
  }).on('error', () => {}))
  return {
    told: () => told,
    stop: () => {
      for (const request of requests) request.destroy()
      agent.destroy()
    }
  }
}

/** The costs of a second: milliseconds of the server's processor time, and transactions of PostgreSQL. */
async function watch (server, database) {
  const before = { processor: processorMicroseconds(server.pid), queries: await transactions(database) }
  await delay(WATCHED_S * 1000)
  return {
    processor: (processorMicroseconds(server.pid) - before.processor) / 1000 / WATCHED_S,
    queries: (await transactions(database) - before.queries) / WATCHED_S
  }
}

/** NaN on SQLite, which does not count them. */
async function transactions (database) {
  if (database.kind === 'sqlite') return NaN
  const [{ count }] = await database.query('SELECT CAST(xact_commit + xact_rollback AS double precision) AS count FROM pg_stat_database WHERE datname = current_database()')
  return count
}

function queries (waiting, alone) {
  return Number.isNaN(waiting.queries) ? ['', ''] : [figure(waiting.queries), `${figure(alone.queries)} without them`]
}
