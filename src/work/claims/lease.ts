import { createSingleFlight } from '../turns/single-flight.js'
import { LeaseLost } from './claim.js'

/** The interval of renewals without other writes. */
const RENEW_EVERY_MS = 2000
/** Earlier writes are made at multiples of this interval, so that they share a commit. */
const WRITE_EVERY_MS = 100

export interface KeepLeaseOptions {
  /** Renews the lease of the row, in a transaction; throws LeaseLost if it is lost. */
  readonly renew: () => Promise<void>
  /** Called when a renewal fails for another reason. It is retried. */
  readonly onError: (error: unknown) => void
  readonly everyMs?: number
}

export type KeptLease = ReturnType<typeof keepLease>

/** Renews a lease until it is released. */
export function keepLease ({ renew, onError, everyMs = RENEW_EVERY_MS }: KeepLeaseOptions) {
  const lost = new AbortController()
  let timer = setTimeout(beat, untilNext(everyMs))
  const renewals = createSingleFlight(() => renew().catch((error: unknown) => {
    if (error instanceof LeaseLost) lost.abort()
    else onError(error)
  }))

  function beat (): void {
    if (lost.signal.aborted) return
    // For changes since the last write began.
    timer = setTimeout(beat, untilNext(renewals.isUnderWay() ? WRITE_EVERY_MS : everyMs))
    renewals.join()
  }

  return {
    /** Aborts when the lease is lost. */
    signal: lost.signal,
    /** Asks for a write soon. */
    renewSoon: () => {
      clearTimeout(timer)
      timer = setTimeout(beat, untilNext(WRITE_EVERY_MS))
    },
    /** Resolves when nothing more is written. The lease stays: the caller settles the row. */
    letGo: async () => {
      clearTimeout(timer)
      await renewals.ended()
    }
  }
}

/**
 * All leases are renewed at the same times, so that they share a commit: on SQLite requests wait while it is synced to
 * disk.
 */
function untilNext (everyMs: number): number {
  return everyMs - Date.now() % everyMs
}
