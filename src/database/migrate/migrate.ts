import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { OperatorMistake } from '../../errors.js'
import { projectRoot } from '../../basics/paths.js'
import { version } from '../../basics/version.js'
import type { Dialect } from '../sql.js'
import type { Limits } from './limits.js'
import { requireNotOlder } from './mismatch.js'
import { readNotes } from './notes.js'
import { noteFirst, noteStart, type Starting } from './release.js'

export type DialectName = Dialect['name']

export interface Migration {
  readonly name: string
  readonly script: Buffer
}

export interface Connection {
  run (script: string): Promise<void>
  rows<Row> (query: string): Promise<Row[]>
}

/** One connection, while every other process that migrates is excluded. */
export interface Migrating extends Connection {
  /** Applies a migration and notes it. */
  apply (migration: Migration): Promise<void>
  /** Creates the table of applied migrations as Prisma does. */
  readonly createNotes: string
  /** Selects the names of the tables, without the database's own. */
  readonly tables: string
}

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

export interface MigrateOptions {
  /** The release that starts. Default: this one. */
  readonly starting?: Starting
  /** The folder of the migrations. Default: that of this build. */
  readonly folder?: string
  /** Logs each migration that is applied. */
  readonly log?: Pick<FastifyBaseLogger, 'info'>
  /** Called for each migration that is applied, with how many of them are done. */
  readonly onApplied?: (done: number, total: number) => void
  /** For tests. PostgreSQL only. */
  readonly limits?: Partial<Limits>
}

/**
 * Brings a database up to date. Several processes may do so at once: one applies what is missing, the others find it
 * applied. SQLite is migrated in one transaction: all missing migrations are applied, or none. On PostgreSQL, which
 * others use meanwhile, each is applied by itself: those before one that fails stay, and the next call goes on. Throws
 * OperatorMistake.
 */
export async function migrate (url: string, options: MigrateOptions = {}): Promise<void> {
  const dialect = url.startsWith('file:') ? 'sqlite' : 'postgresql'
  const begin = dialect === 'sqlite'
    ? (await import('./sqlite.js')).migrateSqlite
    : (await import('./postgresql.js')).migratePostgresql
  try {
    await begin(url, (migrating) => applyMissing(migrating, dialect, options), options.limits)
  } catch (error) {
    if (error instanceof OperatorMistake) throw error
    throw new OperatorMistake(`The database could not be migrated: ${(error as Error).message.trim().replace(/\s+/g, ' ')}`)
  }
}

async function applyMissing (
  migrating: Migrating, dialect: DialectName, options: MigrateOptions
): Promise<void> {
  // Without what was rolled back.
  const notes = (await readNotes(migrating)).filter(({ undone }) => undone === 0)
  const done = new Set(notes.map(({ name }) => name))
  const names = await migrationNames(dialect, options.folder)
  requireNotOlder([...done], names)
  const failed = notes.find(({ finished }) => finished === 0)
  if (failed !== undefined) {
    throw new Error(`${failed.name} has failed in prisma migrate deploy, and must be mended first: npx prisma migrate resolve --help`)
  }
  const starting = options.starting ?? { release: version }
  const isKnown = await noteStart(migrating, dialect, starting)
  const missing = names.filter((name) => !done.has(name))
  for (const [index, name] of missing.entries()) {
    const startedAt = performance.now()
    const script = await readFile(join(options.folder ?? ownFolder(dialect), name, 'migration.sql'))
    await migrating.apply({ name, script }).catch((error: Error) => {
      throw error instanceof OperatorMistake ? error : new Error(`${name}: ${error.message}`, { cause: error })
    })
    options.log?.info({ migration: name, durationMs: Math.round(performance.now() - startedAt) }, 'migration')
    options.onApplied?.(index + 1, missing.length)
  }
  if (!isKnown) await noteFirst(migrating, dialect, starting)
}
