import { setTimeout as delay } from 'node:timers/promises'
import { succeed } from '#proof/harness/api.js'
import { settle } from '#proof/harness/caller.js'
import { given } from '#proof/harness/failure.js'
import { eventually } from '#proof/harness/waiting.js'
import { startWorld } from '#proof/harness/world.js'
import { run as runBacklog } from './kill/backlog.js'
import { firstAnswer } from './kill/first-answer.js'

export const name = 'kill'
export const description = 'kill -9 under all kinds of writes, deliveries, ingests, uploads, imports and cascades'

/** So many rounds have a database of their own: an interrupted run goes on with the next. */
const ROUNDS_OF_STEP = 10
const LONGEST_LIFE_MS = 1500
const LARGE_PROJECT = 600
const PATIENCE_MS = 60_000

/** @param {import('../options.js').Options} options */
export function steps ({ rounds, databases, quick }) {
  const backlog = quick ? { pending: 2000, rounds: 2 } : { pending: 100_000, rounds: 5 }
  return databases.flatMap((database) => [
    ...Array.from({ length: Math.ceil(rounds / ROUNDS_OF_STEP) }, (_, index) => {
      const first = index * ROUNDS_OF_STEP + 1
      const last = Math.min(first + ROUNDS_OF_STEP - 1, rounds)
      return { name: `rounds ${first} to ${last}`, database, run: (context) => run(context, last - first + 1) }
    }),
    { name: `${backlog.pending} deliveries pending`, database, run: (context) => runBacklog(context, backlog) }
  ])
}

/**
 * @param {import('../context.js').Context} context
 * @param {number} rounds
 * @returns {Promise<import('../scenarios.js').Row[]>}
 */
async function run (context, rounds) {
  const { random, say } = context
  const world = await startWorld(context)
  const { book, deliveries } = world
  await world.addLargeProject(LARGE_PROJECT)
  const answerMs = []
  const deliveryMs = []
  for (let round = 0; round < rounds; round++) {
    const before = book.acknowledged
    const calling = world.callers.map((caller) => caller.untilCut())
    await eventually('something is written', () => book.acknowledged > before, PATIENCE_MS)
    await delay(random.below(LONGEST_LIFE_MS))
    await world.service.stop('SIGKILL')
    await Promise.all(calling)
    const received = deliveries.length
    await world.start()
    answerMs.push(await firstAnswer(world.service))
    await settle(world.settling())
    // Something is to be delivered, even where all was.
    await succeed(world.service.url, 'POST', 'assets', { title: `after round ${round + 1}` }).then(({ asset }) =>
      book.add({ type: 'asset', id: asset.id, title: asset.title }))
    await eventually('the first delivery', () => deliveries.length > received, PATIENCE_MS)
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
  }]
}
