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

/** With fewer bytes a database may fail at its next commit. */
const LEAST_FREE_BYTES = 64 * 1024 ** 2

type DiskSettings = Pick<Config, 'DATABASE_URL' | 'JOBS'> & StorageSettings

/** A folder of the service, and its use. */
export interface Folder {
  readonly use: 'database' | 'media'
  readonly path: string
  /** The folders in it that are written to. */
  readonly written: readonly string[]
}

/** The folders of this process. PostgreSQL has its own disk, and a process without jobs receives no media. */
export function writtenFolders (settings: DiskSettings): Folder[] {
  const database = settings.DATABASE_URL.startsWith('file:') ? dirname(sqlitePath(settings.DATABASE_URL)) : null
  return [
    ...(database === null ? [] : [{ use: 'database', path: database, written: [database] } as const]),
    ...(settings.JOBS
      ? [{ use: 'media', path: resolve(settings.MEDIA_DIR), written: mediaFolders(settings) } as const]
      : [])
  ]
}

export interface ProblemOptions {
  readonly leastFreeBytes?: number
  /** Whether a missing folder is made. Otherwise its nearest parent has to take it. */
  readonly isMade?: boolean
}

/** Why a folder cannot be written to, in a few words; null if it can. */
export async function diskProblem (
  folder: Folder, { leastFreeBytes = LEAST_FREE_BYTES, isMade = true }: ProblemOptions = {}
): Promise<string | null> {
  const { use } = folder
  try {
    await tryToWrite(folder, isMade)
    const { freeBytes, totalBytes } = await folderSpace(folder)
    // Some disks do not report their size.
    return totalBytes > 0 && freeBytes < leastFreeBytes
      ? `the disk of the ${use} folder has ${inUnits(freeBytes)} free, and ${inUnits(leastFreeBytes)} are wanted`
      : null
  } catch (error) {
    return isNoSpace(error)
      ? `the disk of the ${use} folder is full`
      : `the ${use} folder cannot be written to: ${reasonOf(error)}`
  }
}

/** Throws OperatorMistake if MEDIA_DIR cannot be written to. A full disk is no reason, as it may have room again. */
export async function requireMediaFolder (settings: DiskSettings): Promise<void> {
  for (const folder of writtenFolders(settings).filter(({ use }) => use === 'media')) {
    await tryToWrite(folder, true).catch((error: unknown) => {
      if (!isNoSpace(error)) {
        throw new OperatorMistake(`MEDIA_DIR: the folder ${folder.path} cannot be written to: ${reasonOf(error)}`)
      }
    })
  }
}

/** Permissions are not enough: root has them even where no file can be made. */
async function tryToWrite ({ written }: Folder, isMade: boolean): Promise<void> {
  for (const path of written) {
    if (isMade) await makeFolder(path)
    await rmdir(await mkdtemp(join(isMade ? path : await nearest(path), '.try-')))
  }
}

/** Such as «ENOTDIR: not a directory», without the path. */
function reasonOf (error: unknown): string {
  return (error as Error).message.split(',')[0]!
}

/** The space on the disk of a folder, which may not exist yet. Throws if there is no such disk. */
export async function folderSpace ({ path }: Pick<Folder, 'path'>): Promise<Space> {
  return toSpace(await statfs(await nearest(path)))
}

/** The folder, or its nearest existing parent. */
async function nearest (path: string): Promise<string> {
  try {
    await access(path)
    return path
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    return nearest(dirname(path))
  }
}
