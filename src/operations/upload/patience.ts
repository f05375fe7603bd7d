import { setTimeout as delay } from 'node:timers/promises'
import type { CutroomError } from '../../../client/cutroom.js'

/** How long attempts go on without progress. */
const PATIENCE_MS = 5 * 60_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

/** Thrown when attempts have gone on for too long without progress. */
export class ServiceLost extends Error {
  override name = 'ServiceLost'
}

/** Repeats what fails, with pauses in between. */
export class Patience {
  #failures = 0
  #until = 0

  /** `onWait` is called with the reason before each pause. */
  constructor (private readonly onWait: (why: string) => void, private readonly patienceMs = PATIENCE_MS) {}

  /** Called after progress: the time begins again. */
  renew (): void {
    this.#failures = 0
  }

  /** Repeats something until it succeeds. Throws permanent failures, and ServiceLost. */
  async persist<Result> (work: () => Promise<Result>): Promise<Result> {
    while (true) {
      try {
        const result = await work()
        this.renew()
        return result
      } catch (error) {
        await delay(this.note(error))
      }
    }
  }

  /** Counts a failure, and returns the pause after it. Throws permanent failures, and ServiceLost. */
  note (error: unknown): number {
    if (!mayPass(error)) throw error
    const why = reasonOf(error)
    if (++this.#failures === 1) this.#until = Date.now() + this.patienceMs
    const asked = isRefusal(error) ? error.retryAfter : null
    const waitMs = asked === null ? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1)) : asked * 1000
    if (Date.now() + waitMs > this.#until) throw new ServiceLost(why)
    this.onWait(why)
    return waitMs
  }
}

/** Whether it is the client's error for an answer that is no success. */
export function isRefusal (error: unknown): error is CutroomError {
  return error instanceof Error && error.name === 'CutroomError'
}

/** Whether a repetition may help: the connection was lost, or the service says so. */
export function mayPass (error: unknown): boolean {
  if (!isRefusal(error)) return error instanceof TypeError
  return error.status >= 500 || [408, 409, 423, 425, 429].includes(error.status)
}

/** Why a request has failed, in a few words. */
export function reasonOf (error: unknown): string {
  const { message, cause } = error as Error
  const { code, message: why } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? why ?? message
}
