import { existsSync } from 'node:fs'
import { OperatorMistake } from '../errors.js'
import { openDatabase, type Database } from './database.js'
import { version } from '../basics/version.js'
import { migrate, migrationNames, type MigrateOptions } from './migrate/migrate.js'
import type { Starting } from './migrate/release.js'
import { requireNotOlder } from './migrate/mismatch.js'
import { isMissingTable, readRelease, requireWritable, storeRelease } from './release/row.js'
import { compareMinors, isLaterPatch } from './release/versions.js'
import { statement } from './sql.js'
import { sqlitePath } from './sqlite-path.js'

interface NotedMigration {
  readonly name: string
  /** A boolean of SQL. */
  readonly finished: number
}

const noted = statement<NotedMigration>('migrations_noted', () => `
  SELECT migration_name AS name, CASE WHEN finished_at IS NULL THEN 0 ELSE 1 END AS finished FROM _prisma_migrations
  WHERE rolled_back_at IS NULL`)

/** The migrations of this build that are not applied, oldest first. */
export async function pendingMigrations (database: Database): Promise<string[]> {
  const names = await migrationNames(database.reads.sql.dialect.name)
  const done = new Set(
    (await notedMigrations(database)).filter(({ finished }) => finished === 1).map(({ name }) => name)
  )
  return names.filter((name) => !done.has(name))
}

/** The migrations that are applied, or begun. */
export async function notedMigrations (database: Database): Promise<NotedMigration[]> {
  try {
    return await database.reads.sql.all(noted, [])
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  }
}

/**
 * Opens a database that must exist; it is neither made nor migrated. Throws OperatorMistake if it is missing, cannot be
 * reached, or is not up to date, and DatabaseNewer if it is closed to this release.
 */
export async function openExistingDatabase (url: string): Promise<Database> {
  if (url.startsWith('file:') && !existsSync(sqlitePath(url))) {
    throw new OperatorMistake(`DATABASE_URL: there is no file ${sqlitePath(url)}`)
  }
  const database = await openDatabase(url)
  if (await isUpToDate(database, version)) return database
  await database.close()
  throw new OperatorMistake('The database is not up to date: start the service once')
}

export interface OpenOptions extends Pick<MigrateOptions, 'log' | 'onApplied'> {
  /** The setting of the URL. Default: DATABASE_URL. */
  readonly setting?: string
  /** Whether another server has the file open. */
  readonly isShared?: boolean
  /** Called before a SQLite database that others have migrated before is migrated; nothing is if it throws. */
  readonly beforeMigrating?: () => Promise<unknown>
  /** Default: this release. */
  readonly starting?: Starting
}

/**
 * Brings the database up to date and opens it. Several processes may do so at once. Throws OperatorMistake, which names
 * the setting, DatabaseOlder, and DatabaseNewer if it is closed to this release.
 */
export async function openMigratedDatabase (
  url: string,
  { setting, isShared = false, beforeMigrating, starting = { release: version }, ...told }: OpenOptions = {}
): Promise<Database> {
  const database = await openDatabase(url, setting)
  if (await isUpToDate(database, starting.release)) {
    await noteLaterPatch(database, starting.release)
    return database
  }
  const isNew = (await notedMigrations(database)).length === 0
  const isBehind = (await pendingMigrations(database)).length > 0
  // SQLite migrates only a file that nobody has open.
  await database.close()
  if (isShared) {
    throw new OperatorMistake(`The database has to be migrated, and the file is open in another process, which has to end first: ${sqlitePath(url)}`)
  }
  if (isBehind && !isNew && url.startsWith('file:')) await beforeMigrating?.()
  const failure = await migrate(url, { ...told, starting }).then(() => null, (error: OperatorMistake) => error)
  const migrated = await openDatabase(url, setting)
  // Another process may have migrated it first, and have the file open now.
  if (await isUpToDate(migrated, starting.release) || failure === null) return migrated
  await migrated.close()
  throw failure
}

/** Whether a release has started on the database, and its migrations are applied. Closes the database if it throws. */
async function isUpToDate (database: Database, release: string): Promise<boolean> {
  try {
    const { name } = database.reads.sql.dialect
    requireNotOlder((await notedMigrations(database)).map((noted) => noted.name), await migrationNames(name))
    const row = await readRelease(database)
    if (row !== null) requireWritable(row, release)
    if ((await pendingMigrations(database)).length > 0) return false
    return row === null || compareMinors(release, row.release) <= 0
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Releases of one minor may follow each other as they like. The database is said to be of the latest. */
async function noteLaterPatch (database: Database, release: string): Promise<void> {
  const row = await readRelease(database)
  if (row === null || compareMinors(release, row.release) !== 0 || !isLaterPatch(release, row.release)) return
  await database.transaction(({ sql }) => storeRelease(sql, { ...row, release }))
}
