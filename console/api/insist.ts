import { backoff, pause } from '../../client/pause.ts'
import { Failure, sentenceOf } from './failure.ts'

export interface Persistence {
  readonly signal: AbortSignal
  /** Gets a sentence that says why it waits. */
  readonly onPause: (why: string) => void
}

const MOST_FAILURES = 10

/** Repeats the work while the connection is lost, the service is busy or its disk is full. */
export async function insist<Result> (work: () => Promise<Result>, { signal, onPause }: Persistence): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !(error instanceof Failure) || !passes(error) || failures > MOST_FAILURES) throw error
      onPause(sentenceOf(error))
      await pause(Math.max((error.retryAfter ?? 0) * 1000, backoff(failures)), signal)
    }
  }
}

function passes ({ status }: Failure): boolean {
  return status === 0 || status >= 500 || status === 408 || status === 409 || status === 423 || status === 429
}
