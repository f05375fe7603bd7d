import { createHash, randomUUID } from 'node:crypto'
import type { Connection, Migrating, Migration } from './migrate.js'

/**
 * The table in which `prisma migrate deploy` records what it has applied. The service uses the same one, so that either
 * may follow the other.
 */
export const NOTES = '_prisma_migrations'

export interface Note {
  readonly name: string
  /** Booleans of SQL. */
  readonly finished: number
  readonly undone: number
}

/** What was applied to a database. An empty one gets the table. */
export async function readNotes ({ createNotes, tables, run, rows }: Migrating): Promise<Note[]> {
  const names = (await rows<{ name: string }>(tables)).map(({ name }) => name)
  if (names.length === 0) await run(createNotes)
  else if (!names.includes(NOTES)) throw new Error('it has tables that are not of this service')
  return rows<Note>(`SELECT migration_name AS name, CASE WHEN finished_at IS NULL THEN 0 ELSE 1 END AS finished,
    CASE WHEN rolled_back_at IS NULL THEN 0 ELSE 1 END AS undone FROM ${NOTES}`)
}

/** Whether a migration is applied. */
export async function isNoted ({ rows }: Connection, { name }: Migration): Promise<boolean> {
  const found = await rows(`SELECT 1 FROM ${NOTES}
    WHERE migration_name = ${quoted(name)} AND finished_at IS NOT NULL AND rolled_back_at IS NULL`)
  return found.length > 0
}

/** Runs the script of a migration and notes it, in the transaction of the caller. */
export async function applyAndNote (connection: Connection, migration: Migration): Promise<void> {
  const startedAt = new Date()
  await connection.run(migration.script.toString())
  await addNote(connection, migration, startedAt)
}

/** Notes a migration as applied. Prisma compares the checksum with that of the script. */
export async function addNote ({ run }: Connection, { name, script }: Migration, startedAt: Date): Promise<void> {
  const checksum = createHash('sha256').update(script).digest('hex')
  const values = [randomUUID(), checksum, name, startedAt.toISOString(), new Date().toISOString()].map(quoted)
  await run(`INSERT INTO ${NOTES} (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    VALUES (${values.join(', ')}, 1)`)
}

/** A text as SQL. */
export function quoted (value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
