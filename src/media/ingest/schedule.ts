/** An attempt that brings a file so much further has not failed: the schedule begins anew after it. */
const PROGRESS_BYTES = 64 * 1024
/** However often it begins anew, this is the end of it. */
const LONGEST_INGEST_MS = 24 * 60 * 60 * 1000

export interface IngestProgress {
  /** Attempts that had failed before this one, one after the other. */
  readonly failures: number
  /** Bytes that this one has added. */
  readonly gained: number
  /** How long ago the file was attached. */
  readonly ageMs: number
}

/** When to try again after an attempt has failed; null where it was the last. `delays` are in seconds. */
export function scheduleRetry (
  { failures, gained, ageMs }: IngestProgress, delays: readonly number[]
): { failures: number, delayMs: number } | null {
  const counted = gained >= PROGRESS_BYTES ? 0 : failures
  const delay = delays[counted]
  return delay === undefined || ageMs > LONGEST_INGEST_MS ? null : { failures: counted + 1, delayMs: delay * 1000 }
}
