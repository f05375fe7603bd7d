import { existsSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { OperatorMistake } from '../errors.js'
import { openDatabase, type Database } from './database.js'
import { migrate, migrationNames } from './migrate/migrate.js'
import { statement } from './sql.js'
import { sqlitePath } from './sqlite-path.js'

const applied = statement('migrations_applied', () =>
  'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL')

/** The migrations that this build brings and the database has not had, oldest first. */
export async function pendingMigrations (database: Database): Promise<string[]> {
  const names = await migrationNames(database.reads.sql.dialect.name)
  const done = new Set((await appliedMigrations(database)).map((row) => row.name))
  return names.filter((name) => !done.has(name))
}

async function appliedMigrations (database: Database): Promise<Array<{ name: string }>> {
  try {
    return await database.reads.sql.all<{ name: string }>(applied, [])
  } catch (error) {
    const { code, message } = error as { code?: string, message: string }
    if (code === '42P01' || message.startsWith('no such table')) return []
    throw error
  }
}

/**
 * Opens a database for a command that needs one in use: nothing is made or migrated. Throws OperatorMistake where it is
 * not there, cannot be reached, or is not up to date.
 */
export async function openExistingDatabase (url: string): Promise<Database> {
  if (url.startsWith('file:') && !existsSync(sqlitePath(url))) {
    throw new OperatorMistake(`DATABASE_URL: there is no file ${sqlitePath(url)}`)
  }
  const database = await openDatabase(url)
  try {
    if ((await pendingMigrations(database)).length === 0) return database
    throw new OperatorMistake('The database is not up to date: start the service once')
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the database, after bringing it up to date. Several processes may do so at once. Throws OperatorMistake, which
 * names the setting.
 */
export async function openMigratedDatabase (
  url: string, { setting, log }: { setting?: string, log?: Pick<FastifyBaseLogger, 'info'> } = {}
): Promise<Database> {
  const database = await openDatabase(url, setting)
  if ((await pendingMigrations(database)).length === 0) return database
  // SQLite migrates a file that nobody has open.
  await database.close()
  const failure = await migrate(url, { log }).then(() => null, (error: OperatorMistake) => error)
  const migrated = await openDatabase(url, setting)
  // Another process may have been faster, and have the file open by now.
  if (failure === null || (await pendingMigrations(migrated)).length === 0) return migrated
  await migrated.close()
  throw failure
}
