import type { Entry, Location } from '../../locations/location.js'
import { pathIn } from '../../locations/paths.js'
import { DONE } from './passed-over.js'
import { belowLocation, foldersOf } from './paths.js'

/** Names that are tried where one is taken. */
const MOST_NAMES = 1000

/** Moves what is in to where it is passed over. A name that is taken gets a number. */
export async function moveToDone (
  location: Location, folder: { readonly path: string }, path: Buffer, entry: Entry
): Promise<void> {
  const parent = [Buffer.from(DONE), ...foldersOf(path).slice(-1)].reduce((all, next) => pathIn(all, next))
  const target = belowLocation(folder, parent)
  await location.makeFolder(target)
  for (let number = 1; number <= MOST_NAMES; number++) {
    if (await location.move(belowLocation(folder, path), pathIn(target, numbered(entry.name, number)), entry)) return
  }
  throw new Error('all names are taken')
}

function numbered (name: Buffer, number: number): Buffer {
  if (number === 1) return name
  const at = name.lastIndexOf('.')
  const end = at > 0 ? at : name.length
  return Buffer.concat([name.subarray(0, end), Buffer.from(` (${number})`), name.subarray(end)])
}
