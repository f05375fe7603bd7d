import { median } from '#proof/harness/figures.js'
import { seed } from '#proof/harness/seed.js'
import { table } from '#proof/harness/table.js'
import { openDatabases } from '../support/databases.js'
import { runPairs } from '../support/pairs.js'
import { describeMachine, figure, publish, spreadOf } from '../support/report.js'
import { createMigrated, startService } from '../support/servers.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }

/**
 * Measures what the lines of the log cost: compares the service that logs each request with the same service that logs
 * warnings only, each on a database of its own with the same rows.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const silent = await openSubject(databases, 'warn')
  const logging = await openSubject(databases, 'info')
  const comparisons = await runPairs([silent, logging], options)
  await publish({
    title: `The service with and without a line for each request, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${options.connections} connections`,
    table: table(
      ['scenario', 'without: /s', 'CPU µs', 'with: /s', 'CPU µs', 'a line costs: µs', 'ratio (min–max)'],
      comparisons.map(({ scenario, first, second, ratios }) => [
        scenario.title,
        ...[first, second].flatMap(({ median, processorUs }) => [median, processorUs].map(figure)),
        figure(second.processorUs - first.processorUs),
        spreadOf(median(ratios), ratios)
      ])),
    notes: [
      machine,
      `Median of ${options.rounds ?? 5} interleaved rounds of ${options.seconds} s after ${options.warmup} s of warm-up.`,
      'The lines go to the load generator, which drops them: that is not counted in CPU, the processor time of the service per request, but in the requests per second, whose ratio is that with the lines to that without them.'
    ],
    figures: {
      comparisons: comparisons.map(({ scenario, first, second, ratios }) =>
        ({ scenario: scenario.name, without: first, with: second, ratios }))
    }
  }, options)
}

async function openSubject (databases, level) {
  const database = await createMigrated(databases, level)
  await seed(database, LAYOUT)
  const server = await startService(database, { name: level, quiet: true, settings: { LOG_LEVEL: level } })
  return { server, database, layout: LAYOUT }
}
