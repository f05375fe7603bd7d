import { rateOf } from '../../../basics/time-code.js'
import type { FileMetadata } from '../task.js'
import { positive } from './texts.js'

/** With `;` before the frames, or in their place elsewhere, as some programs write it. */
const WRITTEN = /^(\d{2})[:;](\d{2})[:;](\d{2})([:;.,])(\d{2,3})$/
const NOTHING = '00:00:00:00'
/** Frames have three digits at most. */
const HIGHEST_RATE = 1000

export interface TimeCodeTrack {
  readonly TimeCode_FirstFrame?: unknown
  readonly TimeCode_Source?: unknown
  /** Of a track of its own: the rate that it counts. */
  readonly FrameRate?: unknown
}

type Beginning = Pick<FileMetadata, 'timecode' | 'timecode_rate'>

/**
 * The time code at which a film begins: `10:00:00:00`, with `;` where it drops. Null if it has none. Cameras may count
 * half of the film's frames.
 */
export function ownTimeCode (
  film: FileMetadata, probed: string | undefined, tracks: readonly TimeCodeTrack[]
): Beginning {
  const written = tracks.map((track) => ({ text: normal(track.TimeCode_FirstFrame), track }))
    // Encoders write zeros into groups of pictures whether or not somebody has set a time code.
    .filter(({ text, track }) => text !== null && !(isOfPictures(track) && text.replace(';', ':') === NOTHING))
  const timecode = normal(probed) ?? written[0]?.text ?? null
  const own = written.find(({ text, track }) => text === timecode && !isOfPictures(track))
  const counted = Math.round(positive(own?.track.FrameRate) ?? 0)
  const isOther = counted > 0 && counted < HIGHEST_RATE && counted !== rateOf({ ...film, timecode })?.nominal
  return { timecode, ...isOther && { timecode_rate: counted } }
}

function isOfPictures ({ TimeCode_Source: source }: TimeCodeTrack): boolean {
  return typeof source === 'string' && /group of pictures/i.test(source)
}

function normal (text: unknown): string | null {
  const match = typeof text === 'string' ? WRITTEN.exec(text.trim()) : null
  if (match === null) return null
  const [, hours, minutes, seconds, sign, frames] = match
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return `${hours}:${minutes}:${seconds}${sign === ':' ? ':' : ';'}${String(Number(frames)).padStart(2, '0')}`
}
