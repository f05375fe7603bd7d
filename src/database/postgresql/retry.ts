import { setTimeout as delay } from 'node:timers/promises'
import { backoff } from '../../basics/backoff.js'
import { isPassing } from '../outages.js'

/** Long enough for the other transaction to take the locks that this one has released. */
const FIRST_PAUSE_MS = 25
/** However many callers wait for the database, most of the processor is left to others. */
const LONGEST_PAUSE_MS = 1000
/** The longest time from the first failure to the last attempt, as the caller waits. */
export const RETRY_TRANSACTION_MS = 5000
export const RETRY_READ_MS = 1500

/** For tests. */
const realTime = { now: () => performance.now(), pause: (ms: number): Promise<void> => delay(ms) }

/** Tries again after a passing failure, with backoff, and rejects with the last one when the time is over. */
export async function retried<Result> (
  attempt: () => Promise<Result>, longestMs: number, { now, pause } = realTime
): Promise<Result> {
  let end: number | undefined
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error)) throw error
      end ??= now() + longestMs
      // Of those that have failed at the same time, not all come back at the same time.
      const ms = backoff(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
      if (now() + ms > end) throw error
      await pause(ms)
    }
  }
}
