import { createHistogram, performance } from 'node:perf_hooks'
import { openDatabases } from '../support/databases.js'
import { ensure, given } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { drive, headers } from '../support/load.js'
import { startProbe } from '../support/probe.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish, spreadOf } from '../support/report.js'
import { checkOnce, scenarioOf } from '../support/scenarios.js'
import { assetCount, seed, seededId } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }
const OPERATIONS = 1000
const PROBE_EVERY_MS = 5
const WANTED = { sqlite: 3, postgresql: 5 }

/**
 * A thousand creates in one bulk, atomic and not, beside creates one by one, with the reads of another caller
 * meanwhile.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  const { rounds = 5, seconds, warmup } = options
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const database = await createMigrated(databases, 'bulk')
  await seed(database, LAYOUT)
  const server = await startService(database)
  const create = scenarioOf('create')
  const kinds = [{ name: 'atomic', atomic: true }, { name: 'each for itself', atomic: false }]
    .map((kind) => ({ ...kind, body: bodyOf(create, kind.atomic), perSecond: rates(), latencies: createHistogram() }))
  /** @type {import('../support/load.js').Round[]} */
  const single = []

  await checkOnce(server, create, LAYOUT, headers)
  for (const kind of kinds) await sendFor(server, kind, warmup)
  await drive(server, create, { ...options, seconds: Math.max(1, warmup), layout: LAYOUT })
  for (const kind of kinds) kind.latencies.reset()
  for (let round = 1; round <= rounds; round++) {
    single.push(await drive(server, create, { ...options, seconds, layout: LAYOUT }))
    for (const kind of kinds) kind.perSecond.push(await sendFor(server, kind, seconds))
    const oneByOne = Math.round(given(single.at(-1)).requestsPerSecond)
    const together = kinds.map(({ name, perSecond }) => `${Math.round(given(perSecond.at(-1)))}/s ${name}`).join(', ')
    process.stderr.write(`round ${round} of ${rounds}: ${oneByOne}/s one by one, ${together}\n`)
  }
  await server.stop()

  const ratiosOf = ({ perSecond }) => perSecond.map((rate, round) => rate / given(single[round]).requestsPerSecond)
  await publish({
    title: `${OPERATIONS} creates in one bulk, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    table: table(['how', '/s', 'by that of one by one (min–max)', 'wanted', 'GET p50 ms', 'GET p99 ms', 'wanted'], [
      [`one by one, ${options.connections} connections`, figure(median(single.map((round) => round.requestsPerSecond))),
        '', '', '', '', ''],
      ...kinds.map((kind) => [
        kind.name, figure(median(kind.perSecond)), spreadOf(median(ratiosOf(kind)), ratiosOf(kind)),
        kind.atomic ? `≥ ${WANTED[databases.kind]}` : '', figure(kind.latencies.percentile(50) / 1000),
        figure(kind.latencies.percentile(99) / 1000), '< 50']
      )
    ]),
    notes: [machine,
      `Median of ${rounds} interleaved rounds of ${seconds} s. While bulks are sent, one after the other, a GET of an asset every ${PROBE_EVERY_MS} ms.`],
    figures: { single, bulks: kinds.map(({ name, perSecond }) => ({ name, perSecond })) }
  }, options)
}

/**
 * @returns {number[]} empty
 */
const rates = () => []

function bodyOf (create, atomic) {
  const [{ path, body }] = create.requests(LAYOUT, 0)
  return JSON.stringify({
    operations: Array(OPERATIONS).fill({ method: 'POST', path, body: JSON.parse(body) }),
    atomic
  })
}

/** Sends bulks, and sometimes a read. Returns the number of operations per second. */
async function sendFor (server, { body, latencies }, seconds) {
  const probe = startProbe({
    urlOf: (number) => `${server.url}/api/v2/assets/${seededId('asset', 1 + number % assetCount(LAYOUT))}`,
    headers,
    everyMs: PROBE_EVERY_MS
  })
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1000
  let done = 0
  while (elapsed() < seconds) {
    const answer = await fetch(`${server.url}/api/v2/bulk`, { method: 'POST', headers, body })
    const { results, failed, committed } = /** @type {any} */ (await answer.json())
    ensure(
      answer.status === 200 && committed && failed === 0 && results.length === OPERATIONS,
      `a bulk answered ${answer.status}, ${failed} failed`
    )
    done += OPERATIONS
  }
  const rate = done / elapsed()
  latencies.add(await probe.stop())
  return rate
}
