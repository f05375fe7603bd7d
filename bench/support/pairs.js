import { createHistogram } from 'node:perf_hooks'
import { given } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { drive, headers } from './load.js'
import { checkOnce } from './scenarios.js'

/** @typedef {import('./load.js').Round} Round */

/**
 * @typedef {object} Subject one of two compared servers
 * @property {import('./processes.js').Server} server
 * @property {import('./databases.js').Database} database
 * @property {import('#proof/harness/seed.js').Layout} layout of its database
 */

/**
 * @typedef {object} Summary
 * @property {number[]} requestsPerSecond of each round
 * @property {number} median of these
 * @property {number} p50Ms of the requests of all rounds
 * @property {number} p99Ms
 * @property {number} processorUs the server's processor time per request, the median of all rounds
 * @property {number} answered of all rounds
 */

/**
 * @typedef {object} Comparison
 * @property {import('./scenarios.js').Scenario} scenario
 * @property {Summary} first
 * @property {Summary} second
 * @property {number[]} ratios the second's requests per second divided by the first's, of each pair of rounds
 */

/**
 * Compares two servers. Rounds are interleaved, so that whatever slows the machine down for a while slows both, and
 * each pair has its own ratio.
 * @param {[Subject, Subject]} subjects
 * @param {import('./options.js').Options} options
 * @returns {Promise<Comparison[]>}
 */
export async function runPairs (subjects, { scenarios, rounds = 5, seconds, warmup, connections }) {
  const comparisons = []
  for (const scenario of scenarios) {
    const measured = subjects.map(() => /** @type {Round[]} */ ([]))
    const written = subjects.map(() => 0)
    const before = await Promise.all(subjects.map(countHistory))
    for (const [index, { server, layout }] of subjects.entries()) {
      await checkOnce(server, scenario, layout, headers)
      if (warmup > 0) {
        const { answered } = await drive(server, scenario, { connections, layout, seconds: warmup })
        written[index] = given(written[index]) + answered
      }
    }
    for (let round = 1; round <= rounds; round++) {
      // In alternating order, as each round leaves some work behind.
      const order = round % 2 === 1 ? [...subjects.keys()] : [...subjects.keys()].reverse()
      for (const index of order) {
        const { server, layout } = given(subjects[index])
        const result = await drive(server, scenario, { connections, layout, seconds })
        given(measured[index]).push(result)
        written[index] = given(written[index]) + result.answered
        process.stderr.write(`${scenario.title}, round ${round} of ${rounds}, ${server.name}: ${Math.round(result.requestsPerSecond)}/s\n`)
      }
    }
    for (const [index, subject] of subjects.entries()) {
      await checkOnce(subject.server, scenario, subject.layout, headers)
      const expected = given(before[index]) + given(written[index])
      if (scenario.method !== 'GET') await requireHistory(subject, expected, scenario)
    }
    const [first, second] = measured.map(summarise)
    comparisons.push(compare(scenario, given(first), given(second)))
  }
  return comparisons
}

/**
 * @param {import('./scenarios.js').Scenario} scenario
 * @param {Summary} first
 * @param {Summary} second
 * @returns {Comparison}
 */
function compare (scenario, first, second) {
  const ratios = second.requestsPerSecond.map((rate, index) => rate / given(first.requestsPerSecond[index]))
  return { scenario, first, second, ratios }
}

/** Every acknowledged write must be in the history, or the figures are worthless. */
async function requireHistory (subject, expected, scenario) {
  const found = await countHistory(subject)
  if (found < expected) throw new Error(`${subject.server.name}, ${scenario.title}: ${expected - found} acknowledged writes have no history entry`)
}

async function countHistory ({ database }) {
  const [{ entries }] = await database.query('SELECT count(*) AS entries FROM history')
  return Number(entries)
}

/**
 * @param {Round[]} rounds
 * @returns {Summary}
 */
function summarise (rounds) {
  const latencies = createHistogram()
  for (const round of rounds) latencies.add(round.latencies)
  const requestsPerSecond = rounds.map((round) => round.requestsPerSecond)
  return {
    requestsPerSecond,
    median: median(requestsPerSecond),
    p50Ms: latencies.percentile(50) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
    processorUs: median(rounds.map((round) => round.processorUs)),
    answered: rounds.reduce((sum, round) => sum + round.answered, 0)
  }
}
