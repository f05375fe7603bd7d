import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from './config.js'
import { sqlitePath } from './database/sqlite-path.js'

/** With less than this a database cannot be relied on to write its next commit. Bytes. */
const LEAST_FREE_BYTES = 64 * 1024 ** 2

/** A folder that the service writes to, and what for. */
export interface Folder {
  readonly use: 'database' | 'media'
  readonly path: string
}

export interface Space {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Where this process writes: PostgreSQL keeps its own disk, and a process without jobs receives no media. */
export function writtenFolders ({ DATABASE_URL, MEDIA_DIR, JOBS }: Pick<Config, 'DATABASE_URL' | 'MEDIA_DIR' | 'JOBS'>): Folder[] {
  return [
    ...(DATABASE_URL.startsWith('file:') ? [{ use: 'database', path: dirname(sqlitePath(DATABASE_URL)) } as const] : []),
    ...(JOBS ? [{ use: 'media', path: resolve(MEDIA_DIR) } as const] : [])
  ]
}

/**
 * What is in the way of writing to a folder, in a few words; null where nothing is. It asks and does not try: a disk that breaks at
 * the next write is not seen here.
 */
export async function diskProblem ({ use, path }: Folder, leastFreeBytes = LEAST_FREE_BYTES): Promise<string | null> {
  try {
    const found = await nearest(path)
    await access(found, constants.W_OK)
    const { freeBytes } = await spaceOf(found)
    return freeBytes < leastFreeBytes ? `the disk of the ${use} folder is full` : null
  } catch {
    return `the ${use} folder cannot be written to`
  }
}

/** The disk that a folder is on, or will be on when it is made. Throws where there is no such disk. */
export async function folderSpace ({ path }: Folder): Promise<Space> {
  return spaceOf(await nearest(path))
}

async function spaceOf (path: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The folder, or the one in which it will be made. */
async function nearest (path: string): Promise<string> {
  try {
    await access(path)
    return path
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    return nearest(dirname(path))
  }
}
