import { Overloaded } from '../../errors.js'
import { FairQueue } from './fair-queue.js'

/** How many works of one user wait at most. */
const MOST_OF_ONE = 200

export interface GateOptions {
  /** How many works are done at the same time. */
  readonly atOnce: number
  readonly mostOfOne?: number
  /** How long a work waits at most; unless given, as long as it takes. */
  readonly longestWaitMs?: number | undefined
}

export type Gate = ReturnType<typeof createGate>

/**
 * Works that may take long pass here: a few at a time, and the users take turns, so that nobody waits for a crowd.
 */
export function createGate ({ atOnce, mostOfOne = MOST_OF_ONE, longestWaitMs }: GateOptions) {
  /** Each never fails. */
  const waiting = new FairQueue<() => Promise<void>>(mostOfOne)
  const whenIdle: Array<() => void> = []
  let running = 0

  async function doAll (): Promise<void> {
    running++
    for (let begin = waiting.take(); begin !== null; begin = waiting.take()) await begin()
    running--
    if (running === 0) for (const settle of whenIdle.splice(0)) settle()
  }

  /** Rejects with Overloaded where too much of the user's waits already, or where it has waited for too long. */
  function pass<Result> (userId: number, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const begin = () => {
        clearTimeout(timer)
        return work().then(resolve, reject)
      }
      waiting.add(userId, begin)
      if (longestWaitMs !== undefined) {
        timer = setTimeout(() => {
          waiting.remove(userId, begin)
          reject(new Overloaded())
        }, longestWaitMs)
      }
      if (running < atOnce) doAll()
    })
  }

  return {
    pass,
    /** Resolves when nothing is done here, and nothing waits. */
    idle: (): Promise<void> => running === 0
      ? Promise.resolve()
      : new Promise((resolve) => { whenIdle.push(resolve) })
  }
}
