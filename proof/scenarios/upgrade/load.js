import { setTimeout as delay } from 'node:timers/promises'
import { given } from '#proof/harness/failure.js'
import { startFleet } from '#proof/harness/fleet.js'
import { present } from '#proof/harness/next-release.js'
import { createRandom, seedOf } from '#proof/harness/random.js'
import { untilIngested } from '#proof/harness/webhooks.js'
import { startWorld } from '#proof/harness/world.js'
import { follow, read, search } from './clients.js'
import { checkFound } from './found.js'
import { enter } from './prepare.js'

/** 32 clients: one of those that write sends files. */
const WHOLE = { writers: 17, readers: 6, searchers: 5, streams: 3, webhooks: 50, paceMs: 500 }
const QUICK = { writers: 4, readers: 1, searchers: 1, streams: 1, webhooks: 6, paceMs: 100 }
/** Writes that are waited for where both releases, or the next one alone, have to be at work for a while. */
const SOME = 20

/**
 * Three processes of this release, and all the clients. They work until `close`.
 * @param {import('../../context.js').Context} context
 * @param {Awaited<ReturnType<import('./prepare.js').prepareDatabase>>} prepared
 */
export async function startLoad (context, { database, layout }) {
  const { options: { quick }, seed } = context
  const { writers, readers, searchers, streams, webhooks, paceMs } = quick ? QUICK : WHOLE
  const pace = () => delay(paceMs)
  /** The longest answer in each part of the step. */
  const slowest = new Map()
  let part = ''
  const watch = (ms) => { slowest.set(part, Math.max(slowest.get(part) ?? 0, ms)) }
  const badProcesses = []
  let begun = /** @type {Awaited<ReturnType<typeof startFleet>> | null} */ (null)
  const world = await startWorld(context, {
    database,
    writers,
    webhooks,
    pace,
    watch,
    begin: async (options) => {
      begun = await startFleet({ ...options, broken: badProcesses, release: present })
      return begun
    }
  })
  const fleet = given(begun)
  enter(world.book, layout)
  const over = new AbortController()
  const client = (name) => ({
    world, layout, pace, watch, signal: over.signal, random: createRandom(seedOf(seed, name))
  })
  const followers = await times(streams, () => follow(world.service.url, world.broken))
  const calling = Promise.all([
    ...world.callers.map((caller) => caller.until(over.signal)),
    times(readers, (number) => read(client(`reader ${number}`))),
    times(searchers, (number) => search(client(`searcher ${number}`)))
  ])

  return {
    world,
    fleet,
    /** Measures under this name from now on. */
    measure: (name) => { part = name },
    /** The slowest answer of a part, in milliseconds. */
    slowest: (name) => Math.round(slowest.get(name) ?? 0),
    work: () => world.untilWritten(SOME),
    /** Ends the work, stops all processes, and checks what was promised. */
    async close () {
      over.abort()
      await calling
      await world.settle()
      // An item that changes while its list is read page by page may be missed.
      await untilIngested(fleet.url, database)
      for (const follower of followers) await follower.check()
      for (const url of await fleet.urls()) world.broken.push(...await checkFound(url, world.book))
      const { answers, broken, book } = world
      const count = (status) => answers.get(status) ?? 0
      const cut = fleet.cut()
      if (count(0) > cut) broken.push(`${count(0)} requests got no answer, and killed processes had ${cut}`)
      // A machine that others use, too, may be busy for other reasons.
      if (count(503) > 0 && !quick) broken.push(`${count(503)} requests were answered 503`)
      const { lost, repeated } = await world.check()
      broken.push(...badProcesses)
      return {
        acknowledged: book.acknowledged,
        lost,
        broken,
        repeated,
        figures: {
          requests: [...answers.values()].reduce((sum, number) => sum + number, 0),
          'cut by a kill': count(0),
          'answers of 503': count(503),
          'streams that went on': followers.reduce((sum, { resumed }) => sum + resumed(), 0),
          'deliveries that came again': repeated
        }
      }
    }
  }
}

/**
 * @template Result
 * @param {number} count
 * @param {(number: number) => Promise<Result>} work
 */
function times (count, work) {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index + 1)))
}
