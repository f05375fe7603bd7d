import { createHistogram, performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabases } from '../support/databases.js'
import { ensure, given } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { drive, headers } from '../support/load.js'
import { startProbe } from '../support/probe.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish } from '../support/report.js'
import { scenarioOf } from '../support/scenarios.js'
import { assetCount, seed, seededId } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'

const SUBPROJECTS = 100
const PROBE_EVERY_MS = 5
const ALONE_MS = 2000

/**
 * The steps, and what the database must contain afterwards: the numbers of assets, of trashed assets, and of events.
 */
const steps = [
  { name: 'trash', method: 'POST', path: '/trash_bin', event: 'ASSET_REMOVED', left: 1, trashed: 1 },
  { name: 'restore', method: 'POST', path: '/restore', event: 'ASSET_RESTORED', left: 1, trashed: 0 },
  { name: 'delete', method: 'DELETE', path: '', event: 'ASSET_PURGED', left: 0, trashed: 0 }
]

/**
 * Trash, restore and delete of a project with many assets in subprojects, with other requests meanwhile.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  const [assets = 10_000] = options.assets ?? []
  const rounds = options.rounds ?? 3
  ensure(assets % SUBPROJECTS === 0, 'cascade needs a number of assets in hundreds')
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const subject = await openSubject(databases, { assets, rounds })
  await warmUp(subject, options)

  const alone = startProbe(probeOf(subject))
  await delay(ALONE_MS)
  const results = [{ ...resultOf('nothing'), latencies: await alone.stop() }, ...steps.map((step) => resultOf(step.name))]
  for (let round = 1; round <= rounds; round++) {
    for (const [index, step] of steps.entries()) {
      const { seconds, latencies } = await measure(subject, step, round, assets)
      const result = given(results[index + 1])
      result.seconds.push(seconds)
      result.latencies.add(latencies)
      process.stderr.write(`${step.name}, round ${round} of ${rounds}: ${seconds.toFixed(2)} s\n`)
    }
  }
  await report({ databases, machine, assets, rounds, results }, options)
}

/**
 * The empty result of a step.
 * @param {string} name
 * @returns {{ name: string, seconds: number[], latencies: import('node:perf_hooks').RecordableHistogram }}
 */
function resultOf (name) {
  return { name, seconds: [], latencies: createHistogram() }
}

async function openSubject (databases, { assets, rounds }) {
  // The last tree is for the requests that are sent meanwhile.
  const layout = {
    projects: SUBPROJECTS * (rounds + 1),
    assetsPerProject: assets / SUBPROJECTS,
    projectsPerTree: SUBPROJECTS
  }
  const database = await createMigrated(databases, 'cascade')
  await seed(database, layout)
  return { server: await startService(database), database, layout, untouchedFrom: assets * rounds }
}

async function warmUp ({ server, layout }, { warmup, connections }) {
  if (warmup > 0) {
    await drive(server, scenarioOf('get'), { connections, seconds: warmup, layout })
  }
}

function probeOf ({ server, layout, untouchedFrom }) {
  const count = assetCount(layout) - untouchedFrom
  return {
    urlOf: (number) => `${server.url}/api/v2/assets/${seededId('asset', untouchedFrom + 1 + number % count)}`,
    headers,
    everyMs: PROBE_EVERY_MS
  }
}

async function measure (subject, { name, method, path, event, left, trashed }, round, assets) {
  const { server, database } = subject
  const probe = startProbe(probeOf(subject))
  const start = performance.now()
  const answer = await fetch(`${server.url}/api/v2/projects/${seededId('tree', round)}${path}`, { method, headers })
  const body = await answer.text()
  const seconds = (performance.now() - start) / 1000
  const latencies = await probe.stop()
  ensure(answer.status === 200 && body.startsWith('{"ok":'), `${name} answered ${answer.status} ${body.slice(0, 300)}`)

  const [found] = await database.query(`
    SELECT (SELECT count(*) FROM assets WHERE ${rangeOf(round, assets)}) AS remaining,
      (SELECT count(*) FROM assets WHERE cohort_id IS NOT NULL AND ${rangeOf(round, assets)}) AS trashed,
      (SELECT count(*) FROM history WHERE event = '${event}') AS events`)
  const expected = { remaining: left * assets, trashed: trashed * assets, events: round * assets }
  for (const [what, count] of Object.entries(expected)) {
    ensure(Number(found?.[what]) === count, `after ${name}, round ${round}: ${what} ${found?.[what]}, not ${count}`)
  }
  return { seconds, latencies }
}

const rangeOf = (round, assets) =>
  `id BETWEEN '${seededId('asset', (round - 1) * assets + 1)}' AND '${seededId('asset', round * assets)}'`

async function report ({ databases, machine, assets, rounds, results }, options) {
  const figures = results.map(({ name, seconds, latencies }) => ({
    name,
    seconds,
    requests: latencies.count,
    p50Ms: latencies.percentile(50) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
    maxMs: latencies.max / 1000
  }))
  await publish({
    title: `A project with ${assets.toLocaleString('en-US')} assets in ${SUBPROJECTS} subprojects, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    table: table(['operation', 'seconds (worst)', 'GETs meanwhile', 'p50 ms', 'p99 ms', 'max ms'], figures.map(({ name, seconds, requests, p50Ms, p99Ms, maxMs }) => [
      name,
      seconds.length === 0 ? '' : `${median(seconds).toFixed(2)} (${Math.max(...seconds).toFixed(2)})`,
      figure(requests), figure(p50Ms), figure(p99Ms), figure(maxMs)
    ])),
    notes: [machine, `Median and worst of ${rounds} projects, one after the other. Meanwhile a GET of another asset every ${PROBE_EVERY_MS} ms, whether the one before was answered or not.`],
    figures: { assets, steps: figures }
  }, options)
}
