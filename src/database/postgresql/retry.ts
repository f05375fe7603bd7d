import pRetry from 'p-retry'
import { isPassing } from '../outages.js'

const RETRIES = 5
/** Long enough for the other transaction to take the locks that this one has released. */
const RETRY_AFTER_MS = 25

/** Retries after a passing failure: for a second or two in all, as the caller waits. */
export function retried<Result> (attempt: () => Promise<Result>): Promise<Result> {
  return attempt().catch((error: unknown) => {
    if (!isPassing(error)) throw error
    return pRetry(attempt, {
      retries: RETRIES,
      minTimeout: RETRY_AFTER_MS,
      randomize: true,
      shouldRetry: ({ error }) => isPassing(error)
    })
  })
}
