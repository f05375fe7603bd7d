import type { Dirent } from 'node:fs'
import { lstat, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nullWhereMissing } from '../../basics/missing-paths.js'

export interface FoundFile {
  /** The path below the folder, with slashes. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** The time of the last write, in milliseconds since 1970. */
  readonly modifiedAt: number
}

/**
 * Walks through all files below a folder; none if it does not exist. `isSkipped` leaves out names directly in the
 * folder. A link to a folder is followed there only, as links may form a circle.
 */
export async function * filesBelow (
  folder: string, isSkipped: (name: string) => boolean = () => false
): AsyncGenerator<FoundFile> {
  for await (const entry of await entries(folder)) {
    if (isSkipped(entry.name)) continue
    const isFolder = entry.isDirectory() ||
      (entry.isSymbolicLink() && await stat(join(folder, entry.name)).then((found) => found.isDirectory(), () => false))
    if (isFolder) yield * deeper(folder, entry.name)
    else yield * file(folder, entry.name)
  }
}

async function * deeper (folder: string, path: string): AsyncGenerator<FoundFile> {
  for await (const entry of await entries(join(folder, path))) {
    const name = `${path}/${entry.name}`
    if (entry.isDirectory()) yield * deeper(folder, name)
    else yield * file(folder, name)
  }
}

/** Nothing if it was removed in the meantime. */
async function * file (folder: string, name: string): AsyncGenerator<FoundFile> {
  const found = await lstat(join(folder, name)).catch(nullWhereMissing)
  if (found !== null) yield { name, size: found.size, modifiedAt: found.mtimeMs }
}

async function entries (folder: string): Promise<AsyncIterable<Dirent> | never[]> {
  return await opendir(folder).catch(nullWhereMissing) ?? []
}
