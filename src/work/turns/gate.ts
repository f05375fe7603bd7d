import { setImmediate as turn } from 'node:timers/promises'
import { Overloaded } from '../../errors.js'
import { FairQueue } from './fair-queue.js'

/** Maximum of waiting works of a user. */
const MOST_OF_ONE = 200

export interface GateOptions {
  /** Maximum of running works. */
  readonly atOnce: number
  /** Maximum of running works of a user. Default: all. For works that take long, and give no turns meanwhile. */
  readonly atOnceOfOne?: number
  readonly mostOfOne?: number
  /** The longest wait of a work. Default: no limit. */
  readonly longestWaitMs?: number | undefined
  /** Whether each work waits for a turn of the event loop too. */
  readonly isPaced?: boolean
}

export interface PassOptions {
  /** Aborts when nobody wants the result any more: a waiting work is not begun. */
  readonly gone?: AbortSignal | undefined
}

export type Gate = ReturnType<typeof createGate>

/**
 * A semaphore for works that may take long. The users take turns, so that nobody waits for a crowd.
 */
export function createGate (
  { atOnce, atOnceOfOne = atOnce, mostOfOne = MOST_OF_ONE, longestWaitMs, isPaced = false }: GateOptions
) {
  /** These functions never reject. */
  const waiting = new FairQueue<() => Promise<void>>(mostOfOne)
  const whenIdle: Array<() => void> = []
  const runningOf = new Map<number, number>()
  const mayBegin = (userId: number) => (runningOf.get(userId) ?? 0) < atOnceOfOne
  let running = 0

  async function doAll (): Promise<void> {
    running++
    if (isPaced) await turn()
    for (let begin = waiting.take(mayBegin); begin !== null; begin = waiting.take(mayBegin)) {
      await begin()
      if (isPaced && waiting.next !== null) await turn()
    }
    running--
    if (running === 0) for (const settle of whenIdle.splice(0)) settle()
  }

  function count (userId: number, change: 1 | -1): void {
    const running = (runningOf.get(userId) ?? 0) + change
    if (running === 0) runningOf.delete(userId)
    else runningOf.set(userId, running)
  }

  /**
   * Rejects with Overloaded if too much of the user's work waits already, if the work has waited for too long, or if
   * nobody wants it any more.
   */
  function pass<Result> (userId: number, work: () => Promise<Result>, { gone }: PassOptions = {}): Promise<Result> {
    if (gone?.aborted === true) return Promise.reject(new Overloaded())
    return new Promise((resolve, reject) => {
      const begin = () => {
        stopWaiting()
        count(userId, 1)
        const settleWith = <Outcome>(settle: (outcome: Outcome) => void) => (outcome: Outcome) => {
          count(userId, -1)
          settle(outcome)
        }
        return work().then(settleWith(resolve), settleWith(reject))
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
