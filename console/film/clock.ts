import { signal } from '@preact/signals'
import { frameAt, frameShown, middleOf, toFrameRate, type FilmClock } from '../../src/basics/time-code.ts'

/** How time codes count the film that is on the screen. Null for sounds, and until it is known. */
export const filmClock = signal<FilmClock | null>(null)

/** The rate of a film that does not tell its own. */
const USUAL_RATE = toFrameRate(25)!

/** The moment to go to from another one, by a number of frames: players show a picture surely in its middle. */
export function stepped (seconds: number, frames: number): number {
  const rate = filmClock.value?.rate ?? USUAL_RATE
  return Math.max(0, middleOf(Math.max(0, frameShown(seconds, rate) + frames), rate))
}

/** The moment of a player to write down: where it is, or, shortly before the next picture, the middle of its own. */
export function written (seconds: number): number {
  const rate = filmClock.peek()?.rate
  const moment = Math.round(seconds * 1e6) / 1e6
  if (rate === undefined) return moment
  const frame = frameShown(seconds, rate)
  return frameAt(moment, rate) === frame ? moment : Math.round(middleOf(frame, rate) * 1000) / 1000
}

/** Where the picture of a moment is that was written down. */
export function placeOf (seconds: number): number {
  const rate = filmClock.peek()?.rate
  return rate === undefined ? seconds : middleOf(frameAt(seconds, rate), rate)
}
