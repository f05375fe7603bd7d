/**
 * Time codes of films, for markers and for the player of the console. This file imports nothing, as browsers load it.
 */

/** The rate of a film, as time codes count it. */
export interface FrameRate {
  /** Frames a second. */
  readonly exact: number
  /** Frames of a second of the time code. */
  readonly nominal: number
  /** Frame numbers that are dropped at the beginning of each minute, except every tenth; 0 if none are dropped. */
  readonly dropped: number
}

/** What decides the time codes of a film, as its metadata have it. */
export interface FilmTimes {
  readonly frame_rate: number | null
  /** Where it begins. */
  readonly timecode?: string | null
  /** Frames of a second of `timecode`, if it does not count those of the film: cameras at 50 may count 25. */
  readonly timecode_rate?: number | undefined
  /** Whether `frame_rate` is the average of pictures that come at different intervals. */
  readonly variable_frame_rate?: boolean
}

/** How time codes count a film, and the frame of the time code at which it begins. */
export interface FilmClock {
  readonly rate: FrameRate
  readonly first: number
}

/** How far a rate that is written down may be from the real one: 23.98 is 24000/1001. */
const WRITTEN = 0.01
/** A moment in milliseconds may lie this part of a frame before the frame that it was read from. */
const ROUNDING = 0.05
/** A player tells its moment exactly, but for the last digits of a fraction. */
const EXACT = 0.001

/** Rates of films whose pictures come at different intervals: their time codes go by the clock. */
const EVEN_RATES = [24, 25, 30, 50, 60]

export const BEGINNING = '00:00:00:00'
const MOST_HOURS = 24

/** Null if it is not a rate. NTSC rates are slower than their names by the factor 1000/1001. */
export function toFrameRate (written: number | null): FrameRate | null {
  if (written === null || !Number.isFinite(written) || written < 0.5) return null
  const nominal = Math.round(written)
  const ntsc = nominal * 1000 / 1001
  const isNtsc = nominal % 6 === 0 && Math.abs(written - ntsc) < Math.min(WRITTEN, Math.abs(written - nominal))
  const isDropped = isNtsc && nominal % 30 === 0
  return { exact: isNtsc ? ntsc : written, nominal, dropped: isDropped ? nominal / 15 : 0 }
}

/** The rate of a film: it drops no frames if its own time code does not. */
export function rateOf ({ frame_rate: written, timecode, variable_frame_rate: isUneven }: FilmTimes): FrameRate | null {
  const rate = toFrameRate(written)
  if (rate === null) return null
  if (isUneven === true) {
    const away = (each: number) => Math.abs(each - written!)
    const nearest = EVEN_RATES.reduce((best, each) => away(each) < away(best) ? each : best)
    return { exact: nearest, nominal: nearest, dropped: 0 }
  }
  return timecode != null && !timecode.includes(';') ? { ...rate, dropped: 0 } : rate
}

/** The clock of a film, which begins at its own time code if that exists at its rate. Null without a rate. */
export function clockOf (film: FilmTimes): FilmClock | null {
  const rate = rateOf(film)
  return rate === null ? null : { rate, first: ownBeginning(film, rate) ?? 0 }
}

/** Null if the own time code of a film does not exist at its rate, or at the rate that it counts. */
function ownBeginning ({ timecode, timecode_rate: counted }: FilmTimes, rate: FrameRate): number | null {
  const text = timecode ?? BEGINNING
  if (counted === undefined || !isTimeCode(text)) return toFrames(text, rate)
  const frames = partsOf(text)[3]!
  if (frames >= counted) return null
  // The same moment: 20 of 25 is 40 of 50.
  return toFrames(text.slice(0, START_OF_FRAMES) + twoDigits(Math.floor(frames * rate.nominal / counted)), rate)
}

/** The frame of a moment that was written down, in seconds. */
export function frameAt (seconds: number, { exact }: FrameRate): number {
  return Math.floor(seconds * exact + ROUNDING)
}

/** The frame that a player shows. */
export function frameShown (seconds: number, { exact }: FrameRate): number {
  return Math.floor(seconds * exact + EXACT)
}

/** The middle of a frame, in seconds: players that are sent to its beginning may show the frame before. */
export function middleOf (frame: number, { exact }: FrameRate): number {
  return (frame + 0.5) / exact
}

/** The frames of a duration: one at least. */
export function framesOf (seconds: number, { exact }: FrameRate): number {
  return Math.max(1, Math.round(seconds * exact))
}

const START_OF_FRAMES = '10:00:00:'.length
const FORM = /^(\d{2})[:;](\d{2})[:;](\d{2})[:;.](\d{2,3})$/

/** Whether a text is a time code of any rate. */
export function isTimeCode (text: string): boolean {
  const [hours, minutes, seconds] = partsOf(text)
  return hours !== undefined && hours < MOST_HOURS && minutes! < 60 && seconds! < 60
}

function partsOf (text: string): number[] {
  return FORM.exec(text)?.slice(1).map(Number) ?? []
}

function twoDigits (value: number): string {
  return String(value).padStart(2, '0')
}

/** The frames before a time code. Null if the rate has no such time code. */
export function toFrames (text: string, { nominal, dropped }: FrameRate): number | null {
  if (!isTimeCode(text)) return null
  const [hours, minutes, seconds, frames] = partsOf(text) as [number, number, number, number]
  const isDropped = seconds === 0 && minutes % 10 !== 0 && frames < dropped
  if (frames >= nominal || isDropped) return null
  const all = hours * 60 + minutes
  return (all * 60 + seconds) * nominal + frames - dropped * (all - Math.floor(all / 10))
}

/** The time code of a frame. After 24 hours, time codes begin again. */
export function toTimeCode (frame: number, { nominal, dropped }: FrameRate): string {
  const inMinute = nominal * 60 - dropped
  const inTen = inMinute * 10 + dropped
  const tens = Math.floor(frame / inTen)
  const rest = frame % inTen
  const minutes = rest < nominal * 60 ? 0 : 1 + Math.floor((rest - nominal * 60) / inMinute)
  const counted = frame + dropped * (9 * tens + minutes)
  const seconds = Math.floor(counted / nominal)
  const [hours, minute, second, frames] = [
    Math.floor(seconds / 3600) % MOST_HOURS, Math.floor(seconds / 60) % 60, seconds % 60, counted % nominal
  ].map(twoDigits)
  return `${hours}:${minute}:${second}${dropped > 0 ? ';' : ':'}${frames}`
}
