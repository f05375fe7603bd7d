import { isDeepStrictEqual } from 'node:util'
import { openDatabases } from '../support/databases.js'
import { RunFailure } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { headers } from '../support/load.js'
import { runPairs } from '../support/pairs.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish, spreadOf } from '../support/report.js'
import { checkOnce, scenarios } from '../support/scenarios.js'
import { seed } from '#proof/harness/seed.js'
import { createMigrated, startReference, startService } from '../support/servers.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }

/**
 * Compares the service with the reference, each on a database of its own with the same rows.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const reference = await openSubject(databases, 'reference', startReference)
  const service = await openSubject(databases, 'service', startService)
  await requireSameAnswers(reference, service)
  const comparisons = await runPairs([reference, service], options)
  await publish({
    title: `The service beside the reference, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${options.connections} connections`,
    table: table(
      ['scenario', 'service: /s', 'p50 ms', 'p99 ms', 'CPU µs', 'reference: /s', 'p50 ms', 'p99 ms', 'CPU µs',
        'ratio (min–max)'],
      comparisons.map(({ scenario, first, second, ratios }) => [
        scenario.name === 'list' ? `${scenario.title} with ${LAYOUT.assetsPerProject} assets` : scenario.title,
        ...[second, first].flatMap(({ median, p50Ms, p99Ms, processorUs }) =>
          [median, p50Ms, p99Ms, processorUs].map(figure)
        ),
        spreadOf(median(ratios), ratios)
      ])),
    notes: [
      machine,
      `Median of ${options.rounds ?? 5} interleaved rounds of ${options.seconds} s after ${options.warmup} s of warm-up; the load generator, the server and the idle other server share the cores.`,
      `CPU is the processor time of the server process per request, on all its threads${databases.kind === 'postgresql' ? ', without the database' : ''}. The ratio is of requests/s, the service to the reference, in each pair of rounds.`,
      'The reference is hand-written Fastify with prepared statements and no ORM, on the same tables and indexes, with the same answers, durability and history. It looks the key up in every request and commits every write by itself.'
    ],
    figures: {
      comparisons: comparisons.map(({ scenario, first, second, ratios }) => ({
        scenario: scenario.name,
        reference: first,
        service: second,
        ratios
      }))
    }
  }, options)
}

async function openSubject (databases, name, start) {
  const database = await createMigrated(databases, name)
  await seed(database, LAYOUT)
  return { server: await start(database), database, layout: LAYOUT }
}

/** Both must give the same answers, to the byte except for ids and dates: otherwise one of them does less work. */
async function requireSameAnswers (reference, service) {
  for (const scenario of scenarios) {
    const expected = await checkOnce(reference.server, scenario, LAYOUT, headers)
    const actual = await checkOnce(service.server, scenario, LAYOUT, headers)
    const same = scenario.method === 'GET'
      ? JSON.stringify(expected) === JSON.stringify(actual)
      : isDeepStrictEqual(shapeOf(expected), shapeOf(actual))
    if (!same) {
      throw new RunFailure(`the service and the reference answer «${scenario.title}» differently:\n${JSON.stringify(actual).slice(0, 600)}\n${JSON.stringify(expected).slice(0, 600)}`)
    }
  }
}

function shapeOf (value) {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)])
}
