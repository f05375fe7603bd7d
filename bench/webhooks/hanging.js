import { median, percentile } from '#proof/harness/figures.js'
import { runPairs } from '../support/pairs.js'
import { startReceiver } from '../support/receiver.js'
import { figure, spreadOf } from '../support/report.js'
import { scenarios } from '../support/scenarios.js'
import { seed } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'
import { pulse } from './pulse.js'
import { eventually } from '#proof/harness/waiting.js'
import { addWebhooks, setDisabled } from './setup.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }
const PER_SECOND = 100
const PATH = '/hook'

/**
 * Measures what a webhook that never answers costs another one and the API. Two services have two webhooks each. The
 * second one hangs on one service and is disabled on the other, so that both queue the same.
 */
export async function run (databases, options) {
  const without = await openSubject(databases, 'disabled')
  const beside = await openSubject(databases, 'hanging')
  const subjects = [without, beside]
  await setDisabled(without.server, without.ids.slice(1), true)
  for (const subject of subjects) await pulseOne(subject, options)
  await eventually('the other one hangs', async () => (await beside.receiver.seen()).hanging > 0)

  const p95Of = async (subject) => percentile((await pulseOne(subject, options)).arrived, 95)
  /** @type {Array<{ alone: number, disturbed: number }>} */
  const p95s = []
  for (let round = 1; round <= (options.rounds ?? 5); round++) {
    // In alternating order, as each round leaves some work behind.
    const early = round % 2 === 0 ? await p95Of(beside) : NaN
    const alone = await p95Of(without)
    const disturbed = round % 2 === 0 ? early : await p95Of(beside)
    p95s.push({ alone, disturbed })
    process.stderr.write(`hanging, round ${round}: p95 ${figure(disturbed)} ms beside ${figure(alone)} ms\n`)
  }
  const changes = p95s.map(({ alone, disturbed }) => disturbed / alone)
  const medianOf = (kind) => figure(median(p95s.map((p95) => p95[kind])))
  const rows = [[
    `p95 of a webhook at ${PER_SECOND} events/s beside one that hangs`,
    `${spreadOf(median(changes), changes)} × the time`,
    `${medianOf('disturbed')} ms beside ${medianOf('alone')} ms`,
    '< 1.10 ×'
  ]]
  const some = options.scenarios.length < scenarios.length
    ? options.scenarios
    : scenarios.filter(({ name }) => ['get', 'update'].includes(name))
  const comparisons = await runPairs([without, beside], { ...options, scenarios: some })
  for (const { scenario, first, second, ratios } of comparisons) {
    rows.push([
      `${scenario.title} beside a webhook that hangs`,
      `${spreadOf(median(ratios), ratios)} × the rate`,
      `${figure(second.median)}/s beside ${figure(first.median)}/s; CPU ${figure(second.processorUs)} µs beside ${figure(first.processorUs)} µs`,
      '> 0.95 ×'
    ])
  }
  await Promise.all(subjects.map(({ server }) => server.stop()))
  return rows
}

async function openSubject (databases, name) {
  const database = await createMigrated(databases, name)
  await seed(database, LAYOUT)
  const receiver = await startReceiver({ trace: true })
  const server = await startService(database, { name })
  const ids = await addWebhooks(server, [receiver.url + PATH, `${receiver.url}/hang`])
  return { server, database, layout: LAYOUT, receiver, ids }
}

function pulseOne ({ server, receiver }, { seconds }) {
  return pulse(server, receiver, { path: PATH, perSecond: PER_SECOND, seconds })
}
