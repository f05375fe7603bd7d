/** With `;` before the frames, or in their place elsewhere, as some programs write it. */
const WRITTEN = /^(\d{2})[:;](\d{2})[:;](\d{2})([:;.,])(\d{2,3})$/
const NOTHING = '00:00:00:00'

export interface TimeCodeTrack {
  readonly TimeCode_FirstFrame?: unknown
  readonly TimeCode_Source?: unknown
}

/** The time code at which a film begins: `10:00:00:00`, with `;` where it drops. Null if it has none. */
export function ownTimeCode (probed: string | undefined, tracks: readonly TimeCodeTrack[]): string | null {
  const found = tracks.map((track) => ({ text: normal(track.TimeCode_FirstFrame), source: track.TimeCode_Source }))
    // Encoders write zeros into groups of pictures whether or not somebody has set a time code.
    .find(({ text, source }) => text !== null && !(isOfPictures(source) && text.replace(';', ':') === NOTHING))
  return normal(probed) ?? found?.text ?? null
}

function isOfPictures (source: unknown): boolean {
  return typeof source === 'string' && /group of pictures/i.test(source)
}

function normal (text: unknown): string | null {
  const match = typeof text === 'string' ? WRITTEN.exec(text.trim()) : null
  if (match === null) return null
  const [, hours, minutes, seconds, sign, frames] = match
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return `${hours}:${minutes}:${seconds}${sign === ':' ? ':' : ';'}${frames}`
}
