import type { Filmstrip, MediaFile } from '../items/previews.ts'

type WithPreviews = Pick<MediaFile, 'previews'>

/** The small pictures of a film. */
export function filmstripOf (file: WithPreviews | undefined): Filmstrip | undefined {
  return file?.previews.find(({ kind }) => kind === 'filmstrip') as Filmstrip | undefined
}

/** The seconds of a film or sound: of what plays, or of the small pictures. */
export function lengthOf (file: MediaFile | undefined): number | null {
  const played = file?.proxies.find((proxy) => proxy.duration !== null)
  if (played !== undefined) return played.duration
  const strip = filmstripOf(file)
  return strip === undefined ? null : strip.interval * strip.count
}
