import { frameShown, toTimeCode, type FilmClock } from '../../src/basics/time-code.ts'

/** The time code of a moment of a player. Without a rate, as in sounds, hours to thousandths of a second. */
export function timecode (seconds: number, clock: FilmClock | null): string {
  if (clock !== null) return toTimeCode(clock.first + frameShown(seconds, clock.rate), clock.rate)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  // Half of the smallest difference: times are rounded.
  const exact = seconds + 0.0005
  const parts = [exact / 3600, exact / 60 % 60, exact % 60].map(two).join(':')
  return `${parts}.${String(Math.floor(exact % 1 * 1000)).padStart(3, '0')}`
}
