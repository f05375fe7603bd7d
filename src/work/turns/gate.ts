import { setImmediate as turn } from 'node:timers/promises'
import { Overloaded } from '../../errors.js'
import { FairQueue, noParty, type Party } from './fair-queue.js'
import { Shares } from './shares.js'

/** The most waiting jobs of a user. */
const MOST_OF_ONE = 200

export interface GateOptions {
  /** The most running jobs. */
  readonly atOnce: number
  /**
   * The most running jobs of an account. Default: all. For long jobs that give no turns while they run: with fewer than
   * all, the next account finds a place. The service itself may have all.
   */
  readonly atOnceOfAccount?: number
  /** The most running jobs of a user. Default: all of the account. */
  readonly atOnceOfOne?: number
  /** The most waiting jobs of a user. */
  readonly mostOfOne?: number
  /** The longest wait of a job. Default: no limit. */
  readonly longestWaitMs?: number | undefined
  /** Whether each job waits for a turn of the event loop too. */
  readonly isPaced?: boolean
}

export interface PassOptions {
  /** Aborts when nobody wants the result any more: a waiting job is not begun. */
  readonly gone?: AbortSignal | undefined
}

export type Gate = ReturnType<typeof createGate>

/**
 * A semaphore for jobs that may take long. The accounts take turns, and so do the users of each, so that nobody waits
 * for all of another's jobs.
 */
export function createGate (
  {
    atOnce, atOnceOfAccount = atOnce, atOnceOfOne = atOnce, mostOfOne = MOST_OF_ONE, longestWaitMs, isPaced = false
  }: GateOptions
) {
  /** These functions never reject. */
  const waiting = new FairQueue<() => Promise<void>>(mostOfOne)
  const whenIdle: Array<() => void> = []
  const shares = new Shares()
  const mayBegin = (party: Party) => shares.ofUser(party) < atOnceOfOne &&
    (party.accountId === noParty.accountId || shares.ofAccount(party) < atOnceOfAccount)
  let running = 0

  async function doAll (): Promise<void> {
    running++
    if (isPaced) await turn()
    for (let begin = waiting.take(mayBegin); begin !== null; begin = waiting.take(mayBegin)) {
      await begin()
      if (isPaced && !waiting.isEmpty) await turn()
    }
    running--
    if (running === 0) for (const settle of whenIdle.splice(0)) settle()
  }

  /**
   * Rejects with Overloaded if too many jobs of the user wait already, if the job has waited for too long, or if nobody
   * wants its result any more.
   */
  function pass<Result> (party: Party, work: () => Promise<Result>, { gone }: PassOptions = {}): Promise<Result> {
    if (gone?.aborted === true) return Promise.reject(new Overloaded())
    return new Promise((resolve, reject) => {
      const begin = () => {
        stopWaiting()
        shares.add(party)
        const settleWith = <Outcome>(settle: (outcome: Outcome) => void) => (outcome: Outcome) => {
          shares.remove(party)
          settle(outcome)
        }
        return work().then(settleWith(resolve), settleWith(reject))
      }
      const giveUp = () => {
        stopWaiting()
        waiting.remove(party, begin)
        reject(new Overloaded())
      }
      waiting.add(party, begin)
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
