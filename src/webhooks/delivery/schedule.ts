import { LAST_MOMENT_MS } from '../../basics/time.js'
import { SECOND_MS } from '../../basics/units.js'

const JITTER = 0.2

export interface ScheduleOptions {
  /** Seconds between attempts. */
  readonly delays: readonly number[]
  /** A number from 0 up to 1, evenly spread. */
  readonly random?: () => number
}

/**
 * The wait after a failure. `used` is the number of delays used so far; null when all are used. A receiver's
 * `Retry-After` counts between one and two times the delay, so that it can neither hurry nor stop us. Without one the
 * delay varies by a fifth, so that attempts that failed together are not repeated together.
 */
export function createSchedule ({ delays, random = Math.random }: ScheduleOptions) {
  return function nextAttempt (used: number, now: Date, retryAfter?: string): Date | null {
    const delay = delays[used]
    if (delay === undefined) return null
    const delayMs = delay * SECOND_MS
    const asked = retryAfter === undefined ? null : parseRetryAfter(retryAfter, now)
    const waitMs = asked === null
      ? delayMs * (1 - JITTER + 2 * JITTER * random())
      : Math.min(Math.max(asked, delayMs), 2 * delayMs)
    return new Date(Math.min(now.getTime() + waitMs, LAST_MOMENT_MS))
  }
}

/** The longest possible wait after this number of delays, whatever `Retry-After` says. */
export function longestWaitMs (delays: readonly number[], used: number): number {
  return 2 * (delays[used - 1] ?? 0) * SECOND_MS
}

export type NextAttempt = ReturnType<typeof createSchedule>

/** Milliseconds from now, from seconds or from a date. Null if it is neither. */
function parseRetryAfter (text: string, now: Date): number | null {
  if (/^\s*\d{1,12}\s*$/.test(text)) return Number(text) * 1000
  // Without a letter it would be parsed as a year, or another unintended date.
  const moment = /[a-z]/i.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(moment) ? null : moment - now.getTime()
}
