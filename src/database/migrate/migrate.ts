import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { OperatorMistake } from '../../errors.js'
import { projectRoot } from '../../basics/paths.js'
import type { Dialect } from '../sql.js'

type DialectName = Dialect['name']

/** One connection, in one transaction that excludes every other process that migrates. */
export interface Migrating {
  /** Creates the table of applied migrations as Prisma does. */
  readonly createNotes: string
  /** Selects the names of the tables, without the database's own. */
  readonly tables: string
  run (script: string): Promise<void>
  rows<Row> (query: string): Promise<Row[]>
}

interface Note {
  readonly name: string
  /** Booleans of SQL. */
  readonly finished: number
  readonly undone: number
}

/**
 * The table in which `prisma migrate deploy` records what it has applied. The service uses the same one, so that either
 * may follow the other.
 */
const NOTES = '_prisma_migrations'

/** The folder of this build's migrations for a database. Each migration is a folder in it. */
function ownFolder (dialect: DialectName): string {
  return join(projectRoot, 'prisma/migrations', dialect)
}

/** The migrations of this process, read once: a newer version may replace its files while it runs. */
const own = new Map<DialectName, Promise<string[]>>()

/** The names of migrations, oldest first: those of this process, or those in a folder. */
export async function migrationNames (dialect: DialectName, folder?: string): Promise<string[]> {
  if (folder !== undefined) return readNames(folder)
  const known = own.get(dialect) ?? readNames(ownFolder(dialect))
  own.set(dialect, known)
  return known
}

async function readNames (folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort()
}

/** Refuses a database with migrations that this version does not know. */
export class DatabaseNewer extends OperatorMistake {
  constructor (unknown: readonly string[]) {
    super(`The database is newer than this version of Cutroom, which does not know its migration ${unknown.join(', ')}: start the newer version, or go back to a backup from before the upgrade with cutroom restore`)
  }
}

export interface MigrateOptions {
  /** The folder of the migrations. Default: that of this build. */
  readonly folder?: string
  /** Logs each migration that is applied. */
  readonly log?: Pick<FastifyBaseLogger, 'info'>
  /** Called for each migration that is applied, with how many of them are done. */
  readonly onApplied?: (done: number, total: number) => void
}

/**
 * Brings a database up to date in one transaction: all missing migrations are applied, or none. Several processes may
 * do so at once: one applies them, the others find them applied. Throws OperatorMistake.
 */
export async function migrate (url: string, options: MigrateOptions = {}): Promise<void> {
  const dialect = url.startsWith('file:') ? 'sqlite' : 'postgresql'
  const begin = dialect === 'sqlite'
    ? (await import('./sqlite.js')).migrateSqlite
    : (await import('./postgresql.js')).migratePostgresql
  try {
    await begin(url, (migrating) => applyMissing(migrating, dialect, options))
  } catch (error) {
    if (error instanceof DatabaseNewer) throw error
    throw new OperatorMistake(`The database could not be migrated: ${(error as Error).message.trim().replace(/\s+/g, ' ')}`)
  }
}

async function applyMissing (
  migrating: Migrating, dialect: DialectName, { folder, log, onApplied }: MigrateOptions
): Promise<void> {
  const notes = await readNotes(migrating)
  const failed = notes.find(({ finished, undone }) => finished === 0 && undone === 0)
  if (failed !== undefined) {
    throw new Error(`${failed.name} has failed in prisma migrate deploy, and must be mended first: npx prisma migrate resolve --help`)
  }
  const done = new Set(notes.filter(({ undone }) => undone === 0).map(({ name }) => name))
  const names = await migrationNames(dialect, folder)
  const unknown = [...done].filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new DatabaseNewer(unknown)
  const missing = names.filter((name) => !done.has(name))
  for (const [index, name] of missing.entries()) {
    const startedAt = performance.now()
    await apply(migrating, name, await readFile(join(folder ?? ownFolder(dialect), name, 'migration.sql')))
    log?.info({ migration: name, durationMs: Math.round(performance.now() - startedAt) }, 'migration')
    onApplied?.(index + 1, missing.length)
  }
}

async function readNotes ({ createNotes, tables, run, rows }: Migrating): Promise<Note[]> {
  const names = (await rows<{ name: string }>(tables)).map(({ name }) => name)
  if (names.length === 0) await run(createNotes)
  else if (!names.includes(NOTES)) throw new Error('it has tables that are not of this service')
  return rows<Note>(`SELECT migration_name AS name, CASE WHEN finished_at IS NULL THEN 0 ELSE 1 END AS finished,
    CASE WHEN rolled_back_at IS NULL THEN 0 ELSE 1 END AS undone FROM ${NOTES}`)
}

async function apply ({ run }: Migrating, name: string, script: Buffer): Promise<void> {
  const startedAt = new Date().toISOString()
  await run(script.toString()).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`, { cause: error })
  })
  const checksum = createHash('sha256').update(script).digest('hex')
  const values = [randomUUID(), checksum, name, startedAt, new Date().toISOString()].map((value) => `'${value.replaceAll("'", "''")}'`)
  await run(`INSERT INTO ${NOTES} (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    VALUES (${values.join(', ')}, 1)`)
}
