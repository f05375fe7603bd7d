import { MEBIBYTE } from '../basics/units.js'

/** Maximum number of bytes of all bodies that are being read, and of those of an account. */
const MOST_BYTES = 128 * MEBIBYTE
const MOST_OF_ONE = 64 * MEBIBYTE

/** Counts the bytes of bodies that are being read. */
export function createBodyRoom () {
  const ofAccounts = new Map<number, number>()
  let all = 0

  /** False if there is no room. */
  function take (accountId: number, bytes: number): boolean {
    const ofAccount = (ofAccounts.get(accountId) ?? 0) + bytes
    if (ofAccount > MOST_OF_ONE || all + bytes > MOST_BYTES) return false
    ofAccounts.set(accountId, ofAccount)
    all += bytes
    return true
  }

  function giveBack (accountId: number, bytes: number): void {
    const ofAccount = (ofAccounts.get(accountId) ?? 0) - bytes
    if (ofAccount <= 0) ofAccounts.delete(accountId)
    else ofAccounts.set(accountId, ofAccount)
    all -= bytes
  }

  return { take, giveBack }
}
