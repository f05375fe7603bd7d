import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { openDatabases } from '../support/databases.js'
import { ensure } from '#proof/harness/failure.js'
import { drive, headers } from '../support/load.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish } from '../support/report.js'
import { residentMebibytes, watchResident } from '#proof/harness/process-status.js'
import { scenarioOf } from '../support/scenarios.js'
import { seed, seededId } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'

const MEBIBYTE = 1024 ** 2
/** Occurs once in every asset, and nowhere else. */
const MARK = Buffer.from('"parent_asset_id":')
const SLOW_READ_MS = 5

/**
 * The clients list the project one after the other, against the same process.
 * @type {Array<{ name: string, count: number, pauseMs?: number }>}
 */
const clients = [
  { name: 'one client', count: 1 },
  { name: 'one client, again', count: 1 },
  { name: 'one that reads slowly', count: 1, pauseMs: SLOW_READ_MS },
  { name: 'eight at once', count: 8 }
]

/**
 * Lists a project with very many assets and watches the memory of the process.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  ensure(existsSync('/proc/self/status'), 'memory reads /proc, which is not here')
  const [assets = 100_000] = options.assets ?? []
  const layout = { projects: 1, assetsPerProject: assets }
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const database = await createMigrated(databases, 'memory')
  await seed(database, layout)
  const server = await startService(database)
  const get = scenarioOf('get')
  if (options.warmup > 0) await drive(server, get, { ...options, seconds: options.warmup, layout })

  const results = []
  for (const client of clients) results.push(await measure(server, client, assets))
  await publish({
    title: `A project with ${assets.toLocaleString('en-US')} assets is listed, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    table: table(['client', 'MiB received', 'seconds', 'RSS before, MiB', 'peak', 'after', 'growth'], results.map(({ name, received, seconds, before, peak, after }) =>
      [name, figure(received), figure(seconds), figure(before), figure(peak), figure(after), figure(peak - before)])),
    notes: [machine, `The same process throughout, after ${options.warmup} s of GETs. Every asset is counted as it comes in and then dropped.`],
    figures: { assets, clients: results }
  }, options)
}

/**
 * @param {import('../support/processes.js').Server} server
 * @param {{ name: string, count: number, pauseMs?: number }} client
 * @param {number} assets expected in its list
 */
async function measure (server, { name, count, pauseMs }, assets) {
  const before = residentMebibytes(server.pid)
  const watch = watchResident(server.pid)
  const start = performance.now()
  const answers = await Promise.all(Array.from({ length: count }, () => list(server, pauseMs)))
  const seconds = (performance.now() - start) / 1000
  const peak = watch.stop()
  for (const answer of answers) ensure(answer.assets === assets, `${name}: ${answer.assets} assets came, not ${assets}`)
  const received = answers.reduce((sum, answer) => sum + answer.bytes, 0) / MEBIBYTE
  process.stderr.write(`${name}: ${before.toFixed(0)} to ${peak.toFixed(0)} MiB\n`)
  return { name, received, seconds, before, peak, after: residentMebibytes(server.pid) }
}

/** Reads the whole list and keeps none of it. */
async function list (server, pauseMs) {
  const { statusCode, body } = await request(`${server.url}/api/v2/projects/${seededId('project', 1)}/assets`, {
    headers
  })
  ensure(statusCode === 200, `the list answered ${statusCode}`)
  let bytes = 0
  let assets = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of body) {
    bytes += chunk.length
    const text = Buffer.concat([rest, chunk])
    for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, at + 1)) assets++
    rest = text.subarray(Math.max(0, text.length - MARK.length + 1))
    if (pauseMs !== undefined) await delay(pauseMs)
  }
  return { bytes, assets }
}
