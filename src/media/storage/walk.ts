import type { Dirent } from 'node:fs'
import { lstat, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface FoundFile {
  /** Below the folder that was walked through, with slashes. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** When it was last written to, in milliseconds since the epoch. */
  readonly modifiedAt: number
}

/**
 * Every file below a folder, however deep, read as it is asked for; nothing where the folder has not been made. What
 * `isSkipped` says of a name directly in the folder is left out. Links to folders are followed from there, and no
 * further: they may lead in a circle.
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

/** Nothing where it was removed meanwhile. */
async function * file (folder: string, name: string): AsyncGenerator<FoundFile> {
  const found = await lstat(join(folder, name)).catch(nullWhereMissing)
  if (found !== null) yield { name, size: found.size, modifiedAt: found.mtimeMs }
}

async function entries (folder: string): Promise<AsyncIterable<Dirent> | never[]> {
  return await opendir(folder).catch(nullWhereMissing) ?? []
}

/** For what does not mind that a file is not there. */
export function nullWhereMissing (error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
