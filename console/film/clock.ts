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

/** The moment of a player to write down: in the middle of its picture, in thousandths of a second. */
export function written (seconds: number): number {
  const rate = filmClock.value?.rate
  const moment = rate === undefined ? seconds : middleOf(frameShown(seconds, rate), rate)
  return Math.round(moment * 1000) / 1000
}

/** Where the picture of a moment is that was written down. */
export function placeOf (seconds: number): number {
  const rate = filmClock.value?.rate
  return rate === undefined ? seconds : middleOf(frameAt(seconds, rate), rate)
}
