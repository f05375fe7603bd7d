import { setImmediate as turn } from 'node:timers/promises'
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
  /** Whether each work waits for a turn of the event loop too. */
  readonly isPaced?: boolean
}

export interface PassOptions {
  /** Says that nobody wants the result any more: what still waits is not begun. */
  readonly gone?: AbortSignal | undefined
}

export type Gate = ReturnType<typeof createGate>

/**
 * Works that may take long pass here: a few at a time, and the users take turns, so that nobody waits for a crowd.
 */
export function createGate ({ atOnce, mostOfOne = MOST_OF_ONE, longestWaitMs, isPaced = false }: GateOptions) {
  /** Each never fails. */
  const waiting = new FairQueue<() => Promise<void>>(mostOfOne)
  const whenIdle: Array<() => void> = []
  let running = 0

  async function doAll (): Promise<void> {
    running++
    if (isPaced) await turn()
    for (let begin = waiting.take(); begin !== null; begin = waiting.take()) {
      await begin()
      if (isPaced && waiting.next !== null) await turn()
    }
    running--
    if (running === 0) for (const settle of whenIdle.splice(0)) settle()
  }

  /**
   * Rejects with Overloaded where too much of the user's waits already, where the work has waited for too long, or
   * where nobody wants it any more.
   */
  function pass<Result> (userId: number, work: () => Promise<Result>, { gone }: PassOptions = {}): Promise<Result> {
    if (gone?.aborted === true) return Promise.reject(new Overloaded())
    return new Promise((resolve, reject) => {
      const begin = () => {
        stopWaiting()
        return work().then(resolve, reject)
      }
      const giveUp = () => {
        stopWaiting()
        waiting.remove(userId, begin)
        reject(new Overloaded())
      }
      waiting.add(userId, begin)
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs)
      const stopWaiting = () => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', giveUp)
      }
      gone?.addEventListener('abort', giveUp)
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
