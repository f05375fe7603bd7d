import type { FastifyBaseLogger } from 'fastify'
import { LeaseLost } from '../../work/claims/claim.js'
import { createSingleFlight } from '../../work/turns/single-flight.js'

/** A first progress is stored soon. Later ones are stored now and then. */
export const SOON_MS = 100
export const LATER_MS = 2000

export interface ProgressOptions {
  /** Stores the present progress. May throw LeaseLost. */
  readonly write: () => Promise<void>
  readonly log: FastifyBaseLogger
}

/** Stores how far the work on a file has come: one write at a time, and none after the end. */
export function keepProgress ({ write, log }: ProgressOptions) {
  const stopping = new AbortController()
  let failure: Error | null = null
  let timer: NodeJS.Timeout | undefined
  let dueAt = Infinity
  let isEnded = false

  const writes = createSingleFlight(() => write().catch((error: unknown) => {
    if (error instanceof LeaseLost) stop(error)
    else log.error({ err: error }, 'the progress of a file could not be written')
  }))

  function stop (error: Error): void {
    failure ??= error
    stopping.abort()
  }

  /** Writes at a multiple of the interval, so that the writes of several files share a commit. */
  function writeWithin (intervalMs: number): void {
    const now = Date.now()
    const at = now + intervalMs - now % intervalMs
    if (isEnded || failure !== null || at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(() => {
      dueAt = Infinity
      // Progress that was noted during a write is stored by the next one.
      if (writes.isUnderWay()) writeWithin(SOON_MS)
      else writes.join()
    }, at - now)
  }

  return {
    writeWithin,
    /** Aborts when another process has the row, when it is gone, and after `stop`. */
    signal: stopping.signal,
    stop,
    failure: (): Error | null => failure,
    /** Resolves when nothing more is written. */
    async end (): Promise<void> {
      isEnded = true
      clearTimeout(timer)
      await writes.ended()
    }
  }
}
