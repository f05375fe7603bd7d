import { existsSync } from 'node:fs'
import { OperatorMistake } from '../errors.js'
import { openDatabase, type Database } from './database.js'
import { migrate, migrationNames, type MigrateOptions } from './migrate/migrate.js'
import { requireKnown } from './migrate/mismatch.js'
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

/**
 * The migrations that are applied, or begun, and that this build does not know: a newer one has upgraded the database.
 */
export async function unknownMigrations (database: Database): Promise<string[]> {
  const names = await migrationNames(database.reads.sql.dialect.name)
  return (await notedMigrations(database)).map(({ name }) => name).filter((name) => !names.includes(name))
}

/** The migrations that are applied, or begun. */
export async function notedMigrations (database: Database): Promise<NotedMigration[]> {
  try {
    return await database.reads.sql.all(noted, [])
  } catch (error) {
    const { code, message } = error as { code?: string, message: string }
    if (code === '42P01' || message.startsWith('no such table')) return []
    throw error
  }
}

/**
 * Opens a database that must exist; it is neither made nor migrated. Throws OperatorMistake if it is missing, cannot be
 * reached, is not up to date, or is newer than this build.
 */
export async function openExistingDatabase (url: string): Promise<Database> {
  if (url.startsWith('file:') && !existsSync(sqlitePath(url))) {
    throw new OperatorMistake(`DATABASE_URL: there is no file ${sqlitePath(url)}`)
  }
  const database = await openDatabase(url)
  if (await isUpToDate(database)) return database
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
}

/**
 * Brings the database up to date and opens it. Several processes may do so at once. Throws OperatorMistake, which names
 * the setting, and DatabaseNewer or DatabaseOlder.
 */
export async function openMigratedDatabase (
  url: string, { setting, isShared = false, beforeMigrating, ...told }: OpenOptions = {}
): Promise<Database> {
  const database = await openDatabase(url, setting)
  if (await isUpToDate(database)) return database
  const isNew = (await notedMigrations(database)).length === 0
  // SQLite migrates only a file that nobody has open.
  await database.close()
  if (isShared) {
    throw new OperatorMistake(`The database has to be migrated, and the file is open in another process, which has to end first: ${sqlitePath(url)}`)
  }
  if (!isNew && url.startsWith('file:')) await beforeMigrating?.()
  const failure = await migrate(url, told).then(() => null, (error: OperatorMistake) => error)
  const migrated = await openDatabase(url, setting)
  // Another process may have migrated it first, and have the file open now.
  if (await isUpToDate(migrated) || failure === null) return migrated
  await migrated.close()
  throw failure
}

/** Closes the database if it throws. */
async function isUpToDate (database: Database): Promise<boolean> {
  try {
    const { name } = database.reads.sql.dialect
    requireKnown((await notedMigrations(database)).map((noted) => noted.name), await migrationNames(name))
    return (await pendingMigrations(database)).length === 0
  } catch (error) {
    await database.close()
    throw error
  }
}
