import type { PersistOptions } from './cutroom.d.ts'
import { CutroomError } from './error.ts'
import { backoff, pause } from './pause.ts'

/** How long attempts go on without progress. */
const PATIENCE_MS = 5 * 60_000

/** Counts the failures since the last progress, and pauses after each. */
export function createPatience ({ onPause, signal, patienceMs = PATIENCE_MS }: PersistOptions) {
  let failures = 0
  let until = 0
  const patience = {
    /** Called after progress. */
    renew (): void {
      failures = 0
    },

    /** Throws the failure if it is for good, or if there was no progress for too long. */
    async pauseAfter (error: unknown): Promise<void> {
      if (signal?.aborted === true) throw signal.reason
      if (!mayPass(error)) throw error
      if (++failures === 1) until = Date.now() + patienceMs
      const wait = pauseOf(error, failures)
      if (Date.now() + wait > until) throw error
      onPause?.(error)
      await pause(wait, signal)
    },

    /** Repeats work until it succeeds, which is no progress yet. */
    async persist<Result> (work: () => Promise<Result>): Promise<Result> {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          await patience.pauseAfter(error)
        }
      }
    }
  }
  return patience
}

/** Repeats work that has no progress of its own: cutroom.d.ts. */
export async function persist<Result> (work: () => Promise<Result>, options: PersistOptions = {}): Promise<Result> {
  return createPatience(options).persist(work)
}

/** The pause before another attempt: what the service has asked for, and growing ones. */
export function pauseOf (error: unknown, failures: number): number {
  const asked = error instanceof CutroomError ? error.retryAfter ?? 0 : 0
  return Math.max(backoff(failures), asked * 1000)
}

/** Whether it may go on later: the connection was lost, or the service says so. */
export function mayPass (error: unknown): boolean {
  if (!(error instanceof CutroomError)) return error instanceof TypeError
  return error.status >= 500 || [408, 409, 423, 429].includes(error.status)
}
