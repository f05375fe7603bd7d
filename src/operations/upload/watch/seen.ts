import { createHash } from 'node:crypto'
import type { Entry } from '../../../locations/location.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../basics/units.js'

/** What a watch remembers of files. It asks the service again about what it has forgotten. */

const MOST_IN = 1_000_000
const MOST_WAITING = 10_000
const MOST_FAILED = 10_000
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]

interface Waiting {
  readonly state: string
  readonly since: number
  look: number
}

interface Failed {
  readonly state: string
  readonly failures: number
  readonly againAt: number
}

interface Look {
  readonly now: number
  /** Its number. */
  readonly look: number
  readonly settleMs: number
}

/** `settled`: it has been the same for long enough. `old`: and for a day more. `tried`: it has failed, and waits. */
export type Judged = 'in' | 'waiting' | 'settled' | 'old' | 'tried'

export function createSeen () {
  /** Numbers for paths with their states: a text for each would take more memory. */
  const whatIsIn = new Set<number>()
  const waiting = new Map<string, Waiting>()
  const failed = new Map<string, Failed>()

  return {
    /** What is known of a file that a look has found now. */
    judge (path: Buffer, { state }: Entry, { now, look, settleMs }: Look): Judged {
      if (whatIsIn.has(numberOf(path, state))) return 'in'
      const key = path.toString('latin1')
      const before = failed.get(key)
      if (before?.state === state && now < before.againAt) return 'tried'
      const known = waiting.get(key)
      // A clock that was set back begins anew.
      if (known?.state === state && known.since <= now) {
        known.look = look
        const sameForMs = now - known.since
        return sameForMs < settleMs ? 'waiting' : sameForMs < settleMs + DAY_MS ? 'settled' : 'old'
      }
      if (known !== undefined || waiting.size < MOST_WAITING) waiting.set(key, { state, since: now, look })
      return 'waiting'
    },

    isIn (path: Buffer, { state }: Entry): void {
      if (whatIsIn.size >= MOST_IN) whatIsIn.clear()
      whatIsIn.add(numberOf(path, state))
      this.forget(path)
    },

    hasFailed (path: Buffer, { state }: Entry, now: number): void {
      const key = path.toString('latin1')
      const before = failed.get(key)
      const failures = before?.state === state ? before.failures : 0
      if (before === undefined && failed.size >= MOST_FAILED) failed.delete(failed.keys().next().value!)
      failed.set(key, { state, failures: failures + 1, againAt: now + (RETRIES_MS[failures] ?? HOUR_MS) })
    },

    forget (path: Buffer): void {
      const key = path.toString('latin1')
      waiting.delete(key)
      failed.delete(key)
    },

    /** How many have failed, and are tried again. */
    failed: (): number => failed.size,

    /** Forgets the waiting ones that a whole look has not found. */
    endLook (look: number): void {
      for (const [key, known] of waiting) if (known.look !== look) waiting.delete(key)
    }
  }
}

export type Seen = ReturnType<typeof createSeen>

/** 53 bits of a digest. */
function numberOf (path: Buffer, state: string): number {
  const digest = createHash('sha256').update(path).update('\0').update(state).digest()
  return digest.readUIntBE(0, 6) * 32 + (digest[6]! >> 3)
}
