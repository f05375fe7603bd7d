import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorMistake } from '../errors.js'
import { projectRoot } from '../paths.js'
import { openDatabase, type Database } from './database.js'
import { statement } from './sql.js'
import { sqlitePath } from './sqlite-path.js'

const applied = statement('migrations_applied', () =>
  'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL')

/** The migrations that this build brings and the database has not had, oldest first. */
export async function pendingMigrations (database: Database): Promise<string[]> {
  const { sql } = database.reads
  const folders = await readdir(join(projectRoot, 'prisma/migrations', sql.dialect.name), { withFileTypes: true })
  const names = folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort()
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
 * Opens a database for a command that needs one in use: nothing is made or migrated. Throws OperatorMistake where it is not there,
 * cannot be reached, or is not up to date.
 */
export async function openExistingDatabase (url: string): Promise<Database> {
  if (url.startsWith('file:') && !existsSync(sqlitePath(url))) throw new OperatorMistake(`DATABASE_URL: there is no file ${sqlitePath(url)}`)
  const database = await openDatabase(url)
  try {
    if ((await pendingMigrations(database)).length === 0) return database
    throw new OperatorMistake('The database is not up to date: start the service once, or run npx prisma migrate deploy')
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the database, after `prisma migrate deploy` if it wants that. Several processes may do so at once.
 * Throws OperatorMistake where it cannot be reached, or with what Prisma said where migrating failed.
 */
export async function openMigratedDatabase (url: string): Promise<Database> {
  const database = await openDatabase(url)
  if ((await pendingMigrations(database)).length === 0) return database
  // On SQLite, Prisma wants the file for itself.
  await database.close()
  await deployMigrations(url)
  return openDatabase(url)
}

async function deployMigrations (url: string): Promise<void> {
  const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
  const env = { ...process.env, DATABASE_URL: url.startsWith('file:') ? `file:${sqlitePath(url)}` : url, PRISMA_HIDE_UPDATE_MESSAGE: '1' }
  try {
    await promisify(execFile)(process.execPath, [prisma, 'migrate', 'deploy'], { cwd: projectRoot, env })
  } catch (error) {
    const { stderr, message } = error as { stderr?: string, message: string }
    throw new OperatorMistake(`The database could not be migrated: ${(stderr || message).trim().replace(/\s+/g, ' ')}`)
  }
}
