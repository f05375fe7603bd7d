import { newId } from '../basics/ids.js'
import type { Account } from '../access/accounts.js'
import { LocationGone } from '../locations/errors.js'
import type { Location } from '../locations/location.js'
import type { Locations } from '../locations/locations.js'
import { openLocation } from '../locations/open.js'
import { pathIn } from '../locations/paths.js'
import type { Fixed } from './definitions/rules.js'

/** A file in the folder of an outgoing drop folder. Where it is missing, as without a disk, nothing is written. */
export const MARKER = '.cutroom'
const MARKER_TEXT = 'Files go out to this folder. Where this file is missing, nothing is written.\n'

/** The location of a drop folder. Throws LocationGone if this process has none of this name. */
export async function locate (
  locations: Pick<Locations, 'find'>, account: Account, { location }: Pick<Fixed, 'location'>
): Promise<Location> {
  const place = location === null ? null : await locations.find(account, location)
  if (place === null) throw new LocationGone()
  return openLocation(place)
}

/** Makes the folder of a drop folder where it is missing, and marks that of an outgoing one. */
export async function makePlace (location: Location, { direction, path }: Pick<Fixed, 'direction' | 'path'>): Promise<void> {
  await location.makeFolder(path)
  if (direction === 'in') return
  const bytes = Buffer.from(MARKER_TEXT)
  await location.write(pathIn(path, Buffer.from(MARKER)), {
    id: newId(), size: bytes.length, async * bytes () { yield bytes }
  })
}

/** Whether files may be written to an outgoing drop folder: its folder is the one that was marked. */
export async function isMarked (location: Location, { path }: Pick<Fixed, 'path'>): Promise<boolean> {
  return (await location.look(pathIn(path, Buffer.from(MARKER))))?.type === 'file'
}

/** Whether one of two paths is the other, or in it. */
export function overlap (one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => path === '' ? '' : `${path}/`)
  return a!.startsWith(b!) || b!.startsWith(a!)
}
