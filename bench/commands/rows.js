import { openDatabases } from '../support/databases.js'
import { ensure } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { runPairs } from '../support/pairs.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish, spreadOf } from '../support/report.js'
import { seed } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'

const ASSETS_PER_PROJECT = 100

/**
 * The service with few rows beside the service with many: the cost of a request must not depend on the number of rows.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  const sizes = options.assets ?? [1000, 1_000_000]
  ensure(
    sizes.length === 2 && sizes.every((size) => size % ASSETS_PER_PROJECT === 0),
    'rows needs two numbers of assets, in hundreds: --assets 1000,1000000'
  )
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const few = await openSubject(databases, sizes[0], options)
  const many = await openSubject(databases, sizes[1], options)
  const comparisons = await runPairs([few, many], options)
  const names = sizes.map((size) => size.toLocaleString('en-US'))
  await publish({
    title: `A request's cost with ${names[0]} and with ${names[1]} assets, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${options.connections} connections`,
    table: table(
      ['scenario', `${names[0]}: /s`, 'p50 ms', 'p99 ms', 'CPU µs', `${names[1]}: /s`, 'p50 ms', 'p99 ms', 'CPU µs',
        'cost (min–max)'],
      comparisons.map(({ scenario, first, second, ratios }) => {
        const costs = ratios.map((ratio) => 1 / ratio)
        return [
          scenario.title,
          ...[first, second].flatMap(({ median, p50Ms, p99Ms, processorUs }) =>
            [median, p50Ms, p99Ms, processorUs].map(figure)
          ),
          spreadOf(median(costs), costs)
        ]
      })),
    notes: [
      machine,
      `Two processes of the service, one on each database, in ${options.rounds ?? 5} interleaved rounds of ${options.seconds} s after ${options.warmup} s of warm-up. Each database holds as many history entries as assets, in projects of ${ASSETS_PER_PROJECT}.`,
      `In either, requests are about ${options.used.toLocaleString('en-US')} assets at equal distances from each other; with more of them the database's cache would be measured.`,
      'Cost is the time per request with many rows by that with few: 1.00 means that the rows cost nothing.'
    ],
    figures: {
      sizes,
      comparisons: comparisons.map(({ scenario, first, second, ratios }) => ({
        scenario: scenario.name,
        few: first,
        many: second,
        ratios
      }))
    }
  }, options)
}

async function openSubject (databases, size, options) {
  const name = `service-${size}`
  const layout = { projects: size / ASSETS_PER_PROJECT, assetsPerProject: ASSETS_PER_PROJECT, usedAssets: options.used }
  const database = await createMigrated(databases, name)
  process.stderr.write(`inserting ${size} assets\n`)
  await seed(database, layout)
  return { server: await startService(database, { name }), database, layout }
}
