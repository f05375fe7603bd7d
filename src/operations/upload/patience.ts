import { setTimeout as delay } from 'node:timers/promises'
import { mayPass, Refused } from './service.js'

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
        await this.#wait(error)
      }
    }
  }

  async #wait (error: unknown): Promise<void> {
    if (!mayPass(error)) throw error
    const why = reasonOf(error)
    if (++this.#failures === 1) this.#until = Date.now() + this.patienceMs
    const asked = error instanceof Refused ? error.retryAfterMs : null
    const waitMs = asked ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1))
    if (Date.now() + waitMs > this.#until) throw new ServiceLost(why)
    this.onWait(why)
    await delay(waitMs)
  }
}

/** Why a request has failed, in a few words. */
export function reasonOf (error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return error instanceof Refused ? message : code ?? message
}
