/** The rate of a film, as time codes count it. */
export interface FrameRate {
  /** Frames a second. */
  readonly exact: number
  /** Frames of a second of the time code. */
  readonly nominal: number
  /** Frame numbers that are dropped at the beginning of each minute, except every tenth; 0 if none are dropped. */
  readonly dropped: number
}

/** How far a rate that is written down may be from the real one: 23.98 is 24000/1001. */
const WRITTEN = 0.01
/** A moment in milliseconds may lie this part of a frame before the frame that it was read from. */
const ROUNDING = 0.05

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

/** The frame that is seen at a moment. */
export function frameAt (seconds: number, { exact }: FrameRate): number {
  return Math.floor(seconds * exact + ROUNDING)
}

/** The frames of a duration: one at least. */
export function framesOf (seconds: number, { exact }: FrameRate): number {
  return Math.max(1, Math.round(seconds * exact))
}

const FORM = /^(\d{2}):(\d{2}):(\d{2})[:;.](\d{2,3})$/

/** Whether a text is a time code of any rate. */
export function isTimeCode (text: string): boolean {
  const [hours, minutes, seconds] = partsOf(text)
  return hours !== undefined && hours < MOST_HOURS && minutes! < 60 && seconds! < 60
}

function partsOf (text: string): number[] {
  return FORM.exec(text)?.slice(1).map(Number) ?? []
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
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600) % MOST_HOURS)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${
    dropped > 0 ? ';' : ':'}${two(counted % nominal)}`
}
