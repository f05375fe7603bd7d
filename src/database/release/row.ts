import { DatabaseNewer } from '../migrate/mismatch.js'
import type { Database } from '../interface.js'
import { statement, type Sql } from '../sql.js'
import { compareMinors } from './versions.js'

/** The one row that says which releases the database is for. */
export interface ReleaseRow {
  /** The newest release that has started. */
  readonly release: string
  /** The oldest release that may write. */
  readonly works_with: string
  /** The newest release of which all that is new has begun. */
  readonly finished: string
}

export const COLUMNS = 'release, works_with, finished'

export const findRelease = statement<ReleaseRow>('database_release', () => `SELECT ${COLUMNS} FROM database_release`)
const lock = statement<ReleaseRow>('database_release_lock', (sql) =>
  `SELECT ${COLUMNS} FROM database_release ${sql.forUpdate}`)
/** $1 release, $2 the oldest that may write, $3 finished */
const store = statement('database_release_store', () =>
  'UPDATE database_release SET release = $1, works_with = $2, finished = $3')
/** $1 release: it is the oldest that may write from now on. */
const close = statement('database_release_close', (sql) =>
  `UPDATE database_release SET works_with = $1, closed_at = ${sql.clock(0)}`)
const closedSince = statement<{ closed_at: unknown }>('database_release_closed', (sql) => `
  SELECT closed_at FROM database_release WHERE closed_at > ${sql.clock(-SETTLING_SECONDS)} AND closed_at <= ${sql.clock(1)}`)

/**
 * Time from the moment from which older releases may not write to the one in which what is new begins. Longer than a
 * process may write without a look at the row, and than the commit that follows.
 */
const SETTLING_SECONDS = 10

/** Null for a database from before there was the row. */
export async function readRelease ({ reads: { sql } }: Pick<Database, 'reads'>): Promise<ReleaseRow | null> {
  try {
    return await sql.first(findRelease, []) ?? null
  } catch (error) {
    if (isMissingTable(error)) return null
    throw error
  }
}

/** Locks the row until the end of the transaction. */
export async function lockRelease (sql: Sql): Promise<ReleaseRow> {
  return (await sql.first(lock, []))!
}

export async function storeRelease (sql: Sql, row: ReleaseRow): Promise<void> {
  await sql.run(store, [row.release, row.works_with, row.finished])
}

/** From now on no older release may write. */
export async function closeToOlder (sql: Sql, release: string): Promise<void> {
  await sql.run(close, [release])
}

/** Whether an older process may still commit something, although the row refuses it. */
export async function isSettling (sql: Sql): Promise<boolean> {
  return await sql.first(closedSince, []) !== undefined
}

/** Throws DatabaseNewer if a release may not write. */
export function requireWritable (row: ReleaseRow, release: string): void {
  if (!isWritable(row, release)) throw new DatabaseNewer(row.release)
}

export function isWritable (row: ReleaseRow, release: string): boolean {
  return compareMinors(row.works_with, release) <= 0
}

export function isFinished (row: ReleaseRow): boolean {
  return compareMinors(row.finished, row.release) >= 0
}

/** Whether an error says that there is no table of the name. */
export function isMissingTable (error: unknown): boolean {
  const { code, message } = error as { code?: string, message: string }
  return code === '42P01' || message.startsWith('no such table')
}
