import { median } from '#proof/harness/figures.js'
import { runPairs } from '../support/pairs.js'
import { startReceiver } from '../support/receiver.js'
import { figure, spreadOf } from '../support/report.js'
import { scenarios } from '../support/scenarios.js'
import { seed } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'
import { addWebhooks, paths } from './setup.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }

/** Measures what a write costs with some webhooks for its event, compared with one without. */
export async function run (databases, options) {
  const writes = scenarios.filter(({ method }) => method !== 'GET')
  const rows = []
  for (const jobs of ['off', 'on']) {
    const without = await openSubject(databases, `writes-without-${jobs}`, jobs)
    const beside = await openSubject(databases, `writes-with-${jobs}`, jobs)
    const receiver = await startReceiver()
    await addWebhooks(beside.server, paths(receiver, options.webhooks))
    for (
      const { scenario, first, second, ratios } of await runPairs([without, beside], { ...options, scenarios: writes })
    ) {
      const costs = ratios.map((ratio) => 1 / ratio)
      rows.push([
        `${scenario.title} with ${options.webhooks} matching webhooks, ${jobs === 'on' ? 'delivering meanwhile' : 'delivered later'}`,
        `${spreadOf(median(costs), costs)} × the time`,
        `${figure(second.median)}/s beside ${figure(first.median)}/s without; CPU ${figure(second.processorUs)} µs beside ${figure(first.processorUs)} µs`,
        '≤ 1.5 ×'
      ])
    }
    await without.server.stop()
    await beside.server.stop()
  }
  return rows
}

async function openSubject (databases, name, jobs) {
  const database = await createMigrated(databases, name)
  await seed(database, LAYOUT)
  return {
    server: await startService(database, { name, settings: { JOBS: jobs } }),
    database,
    layout: LAYOUT
  }
}
