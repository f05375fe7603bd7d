import { DAY_MS, HOUR_MS } from '../../basics/units.js'
import type { MailPreference } from '../../mail/outbox/preference.js'

/** The most messages that a user gets within an hour. */
export const MOST_AN_HOUR = 12

/** When daily messages are sent: 07:00 UTC. */
const DAILY_MS = 7 * HOUR_MS

interface Unsent {
  /** The time of the oldest notification that the user has not read, and that was in no message. */
  readonly since: number
  readonly delayMs: number
  /** The times of the last messages, the latest at the end. */
  readonly sent: readonly number[]
}

/** When a user gets the next message. Null for a user who wants none. */
export function sendingTime (preference: MailPreference, { since, delayMs, sent }: Unsent): number | null {
  if (preference === 'none') return null
  const rested = since + delayMs
  if (preference === 'daily') return Math.ceil((rested - DAILY_MS) / DAY_MS) * DAY_MS + DAILY_MS
  const twelfth = sent.at(-MOST_AN_HOUR)
  return twelfth === undefined ? rested : Math.max(rested, twelfth + HOUR_MS)
}
