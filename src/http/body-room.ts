import { MEBIBYTE } from '../basics/units.js'

/** Maximum of bytes of all bodies that are being read, and of those of a user. */
const MOST_BYTES = 128 * MEBIBYTE
const MOST_OF_ONE = 64 * MEBIBYTE

/** Counts the bytes of bodies that are being read. */
export function createBodyRoom () {
  const ofUsers = new Map<number, number>()
  let all = 0

  /** False if there is no room. */
  function take (userId: number, bytes: number): boolean {
    const ofUser = (ofUsers.get(userId) ?? 0) + bytes
    if (ofUser > MOST_OF_ONE || all + bytes > MOST_BYTES) return false
    ofUsers.set(userId, ofUser)
    all += bytes
    return true
  }

  function giveBack (userId: number, bytes: number): void {
    const ofUser = (ofUsers.get(userId) ?? 0) - bytes
    if (ofUser <= 0) ofUsers.delete(userId)
    else ofUsers.set(userId, ofUser)
    all -= bytes
  }

  return { take, giveBack }
}
