/** An attempt that brings this much does not count as failed: the schedule starts again. */
const PROGRESS_BYTES = 64 * 1024
/** The end of all attempts, however often the schedule starts again. */
const LONGEST_INGEST_MS = 24 * 60 * 60 * 1000

export interface IngestProgress {
  /** Consecutive failures before this attempt. */
  readonly failures: number
  /** Bytes that this attempt has added. */
  readonly gained: number
  /** The time since the file was attached. */
  readonly ageMs: number
}

/** The time of the next attempt after a failed one; null after the last. `delays` are in seconds. */
export function scheduleRetry (
  { failures, gained, ageMs }: IngestProgress, delays: readonly number[]
): { failures: number, delayMs: number } | null {
  const counted = gained >= PROGRESS_BYTES ? 0 : failures
  const delay = delays[counted]
  return delay === undefined || ageMs > LONGEST_INGEST_MS ? null : { failures: counted + 1, delayMs: delay * 1000 }
}
