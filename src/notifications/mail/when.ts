import { DAY_MS, HOUR_MS } from '../../basics/units.js'
import type { MailPreference } from '../../mail/outbox/preference.js'

/** The most messages that a user gets within an hour, and the most that tell of guests alone. */
export const MOST_AN_HOUR = 12
export const MOST_OF_GUESTS = 6

/** When daily messages are sent: 07:00 UTC. */
const DAILY_MS = 7 * HOUR_MS

/** The times of the last messages, the latest at the end. */
export interface Sent {
  readonly all: readonly number[]
  /** Of those that told of guests alone. */
  readonly ofGuests: readonly number[]
}

interface Unsent {
  /**
   * The times of the oldest notifications that the user has not read, and that were in no message: of what users did,
   * and of what guests did. Null for none.
   */
  readonly ofUsers: number | null
  readonly ofGuests: number | null
  readonly delayMs: number
  readonly sent: Sent
}

/** When a user gets the next message. Null for a user who wants none. */
export function sendingTime (
  preference: MailPreference, { ofUsers, ofGuests, delayMs, sent }: Unsent
): number | null {
  if (preference === 'none') return null
  const restedOf = (since: number | null) => since === null ? Infinity : since + delayMs
  const [users, guests] = [restedOf(ofUsers), restedOf(ofGuests)]
  if (preference === 'daily') return Math.ceil((Math.min(users, guests) - DAILY_MS) / DAY_MS) * DAY_MS + DAILY_MS
  const freeFrom = (times: readonly number[], most: number) => (times.at(-most) ?? -Infinity) + HOUR_MS
  const guestsMay = Math.max(guests, freeFrom(sent.ofGuests, MOST_OF_GUESTS))
  return Math.max(Math.min(users, guestsMay), freeFrom(sent.all, MOST_AN_HOUR))
}
