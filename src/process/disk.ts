import { access, mkdtemp, rmdir, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from './config.js'
import { sqlitePath } from '../database/sqlite-path.js'
import { OperatorMistake } from '../errors.js'
import { makeFolder } from '../basics/folders.js'
import { toSpace, type Space } from './disk-budget.js'
import { mediaFolders, type StorageSettings } from './media-folders.js'
import { isNoSpace } from '../basics/no-space.js'
import { inUnits } from '../basics/units.js'

/** With less than this a database cannot be relied on to write its next commit. Bytes. */
const LEAST_FREE_BYTES = 64 * 1024 ** 2

type DiskSettings = Pick<Config, 'DATABASE_URL' | 'JOBS'> & StorageSettings

/** A folder that the service writes to, and what for. */
export interface Folder {
  readonly use: 'database' | 'media'
  readonly path: string
  /** Where in it. */
  readonly written: readonly string[]
}

/** Where this process writes: PostgreSQL keeps its own disk, and a process without jobs receives no media. */
export function writtenFolders (settings: DiskSettings): Folder[] {
  const database = settings.DATABASE_URL.startsWith('file:') ? dirname(sqlitePath(settings.DATABASE_URL)) : null
  return [
    ...(database === null ? [] : [{ use: 'database', path: database, written: [database] } as const]),
    ...(settings.JOBS
      ? [{ use: 'media', path: resolve(settings.MEDIA_DIR), written: mediaFolders(settings) } as const]
      : [])
  ]
}

/**
 * What is in the way of writing to a folder, in a few words; null where nothing is. Makes the folder where it is
 * missing.
 */
export async function diskProblem (folder: Folder, leastFreeBytes = LEAST_FREE_BYTES): Promise<string | null> {
  const { use, path } = folder
  try {
    await tryToWrite(folder)
    const { freeBytes, totalBytes } = await spaceOf(path)
    // Some disks do not know how large they are.
    return totalBytes > 0 && freeBytes < leastFreeBytes
      ? `the disk of the ${use} folder has ${inUnits(freeBytes)} free, and ${inUnits(leastFreeBytes)} are wanted`
      : null
  } catch (error) {
    return isNoSpace(error)
      ? `the disk of the ${use} folder is full`
      : `the ${use} folder cannot be written to: ${reasonOf(error)}`
  }
}

/**
 * Throws OperatorMistake where MEDIA_DIR is no folder that this process can write to. One that is full may have room
 * again.
 */
export async function requireMediaFolder (settings: DiskSettings): Promise<void> {
  for (const folder of writtenFolders(settings).filter(({ use }) => use === 'media')) {
    await tryToWrite(folder).catch((error: unknown) => {
      if (!isNoSpace(error)) {
        throw new OperatorMistake(`MEDIA_DIR: the folder ${folder.path} cannot be written to: ${reasonOf(error)}`)
      }
    })
  }
}

/** To ask for the permission is not enough: root has it everywhere, also where nobody can make a file. */
async function tryToWrite ({ written }: Folder): Promise<void> {
  for (const path of written) {
    await makeFolder(path)
    await rmdir(await mkdtemp(join(path, '.try-')))
  }
}

/** Such as «ENOTDIR: not a directory»: which path it was is nobody's business outside. */
function reasonOf (error: unknown): string {
  return (error as Error).message.split(',')[0]!
}

/** The disk that a folder is on, or will be on when it is made. Throws where there is no such disk. */
export async function folderSpace ({ path }: Pick<Folder, 'path'>): Promise<Space> {
  return spaceOf(await nearest(path))
}

async function spaceOf (path: string): Promise<Space> {
  return toSpace(await statfs(path))
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
