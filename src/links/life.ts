import { SECOND_MS } from '../basics/units.js'
import { TwoEnds } from './errors.js'
import { isText, STRING_RULE } from '../http/rules.js'
import { parseMoment } from '../search/moments.js'
import { MOMENT_RULE } from '../search/rules.js'

const DAY_S = 24 * 60 * 60
export const LONGEST_LIFE_S = 365 * DAY_S
export const USUAL_LIFE_S = 30 * DAY_S

/** When a link ends, as it was sent. */
export interface Life {
  /** Seconds from now. */
  readonly expires_in?: number
  readonly expires_at?: string
}

/** The rule that a sent end breaks. */
export function refuseEnd (sent: unknown): string | undefined {
  if (!isText(sent)) return STRING_RULE
  const end = parseMoment(sent)
  if (end === null) return MOMENT_RULE
  const leftMs = end - Date.now()
  return leftMs > 0 && leftMs <= LONGEST_LIFE_S * SECOND_MS ? undefined : 'Must be a date or time within a year'
}

/** Throws TwoEnds. */
export function requireOneEnd ({ expires_in: seconds, expires_at: end }: Life): void {
  if (seconds !== undefined && end !== undefined) throw new TwoEnds()
}

/** Undefined if none was sent. */
export function endOf ({ expires_in: seconds, expires_at: end }: Life, now: Date): Date | undefined {
  if (end !== undefined) return new Date(parseMoment(end)!)
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * SECOND_MS)
}
