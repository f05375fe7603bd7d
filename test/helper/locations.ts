import type { Entry, Location, NewFile } from '#src/locations/location.js'
import type { LocationPath } from '#src/locations/paths.js'

/** What is in a folder, by the names that are shown. */
export async function listed (location: Location, path: LocationPath): Promise<Record<string, Entry>> {
  const found: Record<string, Entry> = {}
  for await (const entry of location.list(path)) found[entry.shown] = entry
  return found
}

export function fileOf (text: string, id = 'attempt'): NewFile {
  return { id, size: Buffer.byteLength(text), async * bytes () { if (text !== '') yield Buffer.from(text) } }
}
