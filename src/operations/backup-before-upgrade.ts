import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sqlitePath } from '../database/sqlite-path.js'
import { MEBIBYTE } from '../basics/units.js'
import { isNoSpace } from '../basics/no-space.js'
import { OperatorMistake } from '../errors.js'
import { folderSpace } from '../process/disk.js'
import { backUp } from './backup.js'
import type { Progress } from './progress.js'

/** How many backups of upgrades stay beside the database. */
const KEPT = 2
const MARK = '.before-'

export interface UpgradeBackupOptions {
  readonly databaseUrl: string
  /** The version that is going to migrate the database. */
  readonly version: string
  readonly progress: Progress
  /** The bytes that are free on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/**
 * Backs a SQLite database up before a start migrates it, as `<database>.before-<version>`, in the place of an earlier
 * one of that name. The newest two stay. Throws OperatorMistake where it cannot be made, and then leaves all as it was.
 */
export async function backUpBeforeUpgrade (
  { databaseUrl, version, progress, freeBytes = freeOnDisk }: UpgradeBackupOptions
) {
  const path = sqlitePath(databaseUrl)
  const bytes = await sizeOf(path)
  if (await freeBytes(dirname(path)) < bytes) throw noRoom(bytes)
  const made = await backUp({ databaseUrl, to: `${path}${MARK}${version}`, force: true, progress })
    .catch((error: Error) => { throw isNoSpace(error) || isFull(error) ? noRoom(bytes) : notMade(error) })
  await removeOlder(path)
  return made
}

function noRoom (bytes: number): OperatorMistake {
  return new OperatorMistake(`The database has to be migrated, and there is no room for a backup of it, ${Math.ceil(bytes / MEBIBYTE)} MiB: BACKUP_BEFORE_UPGRADE=off does without`)
}

function notMade ({ message }: Error): OperatorMistake {
  return new OperatorMistake(`The database has to be migrated, and no backup of it can be made: ${message}`)
}

async function freeOnDisk (folder: string): Promise<number> {
  return (await folderSpace({ path: folder })).freeBytes
}

/** The bytes of a database, with those that are not yet in the file itself. */
async function sizeOf (path: string): Promise<number> {
  const sizes = await Promise.all([path, `${path}-wal`].map((name) => stat(name).then(({ size }) => size, () => 0)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function isFull (error: unknown): boolean {
  return (error as { code?: string }).code === 'SQLITE_FULL'
}

async function removeOlder (path: string): Promise<void> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter((name) =>
    name.startsWith(`${basename(path)}${MARK}`) && !/\.partial(?:-\w+)?$/.test(name))
  const dated = await Promise.all(names.map(async (name) =>
    ({ name, time: (await stat(join(folder, name))).mtimeMs })))
  for (const { name } of dated.sort((one, other) => other.time - one.time).slice(KEPT)) await rm(join(folder, name))
}
