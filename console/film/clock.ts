import { frameAt, frameShown, middleOf, toFrameRate, type FilmClock } from '../../src/basics/time-code.ts'

/** A part of a film as it is written down, in seconds. */
export interface Passage {
  readonly time: number
  readonly duration: number
}

/** The rate of a film that does not tell its own. */
const USUAL_RATE = toFrameRate(25)!

/** The moment to go to from another one, by a number of frames: players show a picture surely in its middle. */
export function stepped (clock: FilmClock | null, seconds: number, frames: number): number {
  const rate = clock?.rate ?? USUAL_RATE
  return Math.max(0, middleOf(Math.max(0, frameShown(seconds, rate) + frames), rate))
}

/** The moment of a player to write down: where it is, or, shortly before the next picture, the middle of its own. */
export function written (clock: FilmClock | null, seconds: number): number {
  const rate = clock?.rate
  const moment = Math.round(seconds * 1e6) / 1e6
  if (rate === undefined) return moment
  const frame = frameShown(seconds, rate)
  return frameAt(moment, rate) === frame ? moment : Math.round(middleOf(frame, rate) * 1000) / 1000
}

/** What is written down of the part between two moments of a player: the picture at its end belongs to it. */
export function passageOf (clock: FilmClock | null, from: number, to: number): Passage {
  const rate = clock?.rate
  const length = rate === undefined ? to - from : (frameShown(to, rate) - frameShown(from, rate) + 1) / rate.exact
  return { time: written(clock, from), duration: Math.round(length * 1e6) / 1e6 }
}

/** Where the picture of a moment is that was written down. */
export function placeOf (clock: FilmClock | null, seconds: number): number {
  return clock === null ? seconds : middleOf(frameAt(seconds, clock.rate), clock.rate)
}
