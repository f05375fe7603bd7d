import { frameAt, frameShown, framesOf, toTimeCode, type FilmClock } from '../../src/basics/time-code.ts'

/** The time code of a moment of a player. Without a rate, as in sounds, hours to thousandths of a second. */
export function timecode (seconds: number, clock: FilmClock | null): string {
  return clock === null ? byTheClock(seconds) : toTimeCode(clock.first + frameShown(seconds, clock.rate), clock.rate)
}

/** The time code of a moment that was written down. */
export function momentCode (seconds: number, clock: FilmClock | null): string {
  return clock === null ? byTheClock(seconds) : toTimeCode(clock.first + frameAt(seconds, clock.rate), clock.rate)
}

/** The time codes of the first and the last picture of a passage that was written down; of a moment one. */
export function passageCode (seconds: number, duration: number | null, clock: FilmClock | null): string {
  const length = duration ?? 0
  const toLast = clock === null ? length : (framesOf(length, clock.rate) - 1) / clock.rate.exact
  const [first, last] = [momentCode(seconds, clock), momentCode(seconds + toLast, clock)]
  return first === last ? first : `${first} to ${last}`
}

function byTheClock (seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  // Half of the smallest difference: times are rounded.
  const exact = seconds + 0.0005
  const parts = [exact / 3600, exact / 60 % 60, exact % 60].map(two).join(':')
  return `${parts}.${String(Math.floor(exact % 1 * 1000)).padStart(3, '0')}`
}
