import { setTimeout as delay } from 'node:timers/promises'
import { succeed } from '#proof/harness/api.js'
import { given } from '#proof/harness/failure.js'
import { eventually } from '#proof/harness/waiting.js'
import { isCascading } from '#proof/harness/webhooks.js'
import { startWorld } from '#proof/harness/world.js'
import { run as runArrivals } from './kill/arrivals.js'
import { run as runBacklog } from './kill/backlog.js'
import { firstAnswer } from './kill/first-answer.js'
import { run as runRuns } from './kill/runs.js'
import { lacksFfmpeg, run as runProxies } from './kill/proxies.js'

export const name = 'kill'
export const description = 'kill -9 under all kinds of writes, deliveries, ingests, uploads, imports, cascades, runs of actions, files that come in and the making of proxies'

/** Rounds that share a database. An interrupted run continues with the next step. */
const ROUNDS_OF_STEP = 10
const LONGEST_LIFE_MS = 1500
const LARGE_PROJECT = 600
/** A delete in pieces takes longer. */
const DELETE_MS = 30
const BEGIN_MS = 10_000

/** @param {import('../options.js').Options} options */
export function steps ({ rounds, databases, quick }) {
  const ofRuns = quick ? { kills: 3, runs: 6 } : { kills: rounds, runs: 5 * rounds }
  const arrivals = quick
    ? { kills: 3, files: 60, growing: 2, growMs: 10_000 }
    : { kills: rounds, files: 100 * rounds, growing: Math.ceil(rounds / 2), growMs: 60_000 }
  const backlog = quick ? { pending: 1000, rounds: 1 } : { pending: 100_000, rounds: 5 }
  return databases.flatMap((database) => [
    ...inSteps(rounds).map(({ span, count }) => ({ name: `rounds ${span}`, database, run: (context) => run(context, count) })),
    ...inSteps(rounds).map(({ span, count }) => ({
      name: `proxies ${span}`, database, needs: lacksFfmpeg, run: (context) => runProxies(context, count)
    })),
    { name: `${ofRuns.runs} runs`, database, run: (context) => runRuns(context, ofRuns) },
    { name: `${arrivals.files} files come in`, database, run: (context) => runArrivals(context, arrivals) },
    { name: `${backlog.pending} deliveries pending`, database, run: (context) => runBacklog(context, backlog) }
  ])
}

/** @param {number} rounds */
function inSteps (rounds) {
  return Array.from({ length: Math.ceil(rounds / ROUNDS_OF_STEP) }, (_, index) => {
    const first = index * ROUNDS_OF_STEP + 1
    const last = Math.min(first + ROUNDS_OF_STEP - 1, rounds)
    return { span: `${first} to ${last}`, count: last - first + 1 }
  })
}

/**
 * @param {import('../context.js').Context} context
 * @param {number} rounds
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run (context, rounds) {
  const { random, say } = context
  const world = await startWorld(context)
  const { book, database, deliveries } = world
  const large = await world.addLargeProject(LARGE_PROJECT)
  let cut = 0
  const answerMs = []
  const deliveryMs = []
  for (let round = 0; round < rounds; round++) {
    // The last kill comes while the large project is being deleted.
    const isLast = round === rounds - 1
    if (isLast) world.removeNext(large)
    const calling = world.callers.map((caller) => caller.untilCut())
    await world.untilWritten()
    // If the delete is refused for the moment, the caller does something else.
    if (isLast) {
      const begins = async () => !book.items.has(large) || isCascading(database)
      await eventually('the delete begins', begins, BEGIN_MS).catch(() => {})
    }
    await delay(random.below(isLast ? DELETE_MS : LONGEST_LIFE_MS))
    await world.service.stop('SIGKILL')
    await Promise.all(calling)
    if (isLast && book.items.has(large)) cut++
    const received = deliveries.length
    await world.start()
    answerMs.push(await firstAnswer(world.service))
    await world.settle()
    // A new event, in case all others are delivered.
    await succeed(world.service.url, 'POST', 'assets', { title: `after round ${round + 1}` }).then(({ asset }) =>
      book.add({ type: 'asset', id: asset.id, title: asset.title }))
    await eventually('the first delivery', () => deliveries.length > received)
    deliveryMs.push(given(deliveries[received]).at - world.service.startedAt)
    say(`round ${round + 1}: ${book.acknowledged} acknowledged, ${book.items.size} items`)
  }
  const { lost, broken, late } = await world.check()
  return [{
    what: 'kill -9',
    times: rounds,
    acknowledged: book.acknowledged,
    lost,
    broken,
    answerMs,
    deliveryMs,
    figures: { 'events behind their place, at most': late }
  }, { what: `kill -9 in the middle of a delete of ${LARGE_PROJECT} items`, times: cut, broken: [] }]
}
