import { MEBIBYTE } from '../basics/units.js'
import type { Party } from '../work/turns/fair-queue.js'
import { Shares } from '../work/turns/shares.js'

/** Maximum number of bytes of all bodies that are being read, of those of an account, and of those of a user. */
const MOST_BYTES = 128 * MEBIBYTE
const MOST_OF_ACCOUNT = 96 * MEBIBYTE
const MOST_OF_USER = 64 * MEBIBYTE

/** Counts the bytes of bodies that are being read. */
export function createBodyRoom () {
  const shares = new Shares()
  let all = 0

  /** False if there is no room. */
  function take (party: Party, bytes: number): boolean {
    const isFull = all + bytes > MOST_BYTES || shares.ofAccount(party) + bytes > MOST_OF_ACCOUNT ||
      shares.ofUser(party) + bytes > MOST_OF_USER
    if (isFull) return false
    shares.add(party, bytes)
    all += bytes
    return true
  }

  function giveBack (party: Party, bytes: number): void {
    shares.remove(party, bytes)
    all -= bytes
  }

  return { take, giveBack }
}
