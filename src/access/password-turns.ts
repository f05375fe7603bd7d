import type { Party } from '../work/turns/fair-queue.js'
import { createGate } from '../work/turns/gate.js'

/** The most passwords that are hashed at the same time: each takes a processor, and 32 MiB. */
const HASHED_AT_ONCE = 2
/** A user who waits longer than this has reloaded the page. */
const LONGEST_WAIT_MS = 30_000

/** Turns for hashing passwords, in one queue for all callers. */
export function createPasswordTurns () {
  const gate = createGate({ atOnce: HASHED_AT_ONCE, longestWaitMs: LONGEST_WAIT_MS })
  return {
    of: <Result>({ accountId, userId }: Party, work: () => Promise<Result>) => gate.pass({ accountId, userId }, work)
  }
}

export type PasswordTurns = ReturnType<typeof createPasswordTurns>
