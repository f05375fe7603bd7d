import { systemCaller } from '../core/caller.js'
import { locks, takeLock } from '../database/locks.js'
import { NOTICES, type Database } from '../database/database.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import type { Transact, Transaction } from '../core/transact.js'
import { createSingleFlight } from '../work/turns/single-flight.js'

/** Maximum number of entries of the inbox that get their numbers in one transaction. */
const ENTRIES_PER_TRANSACTION = 1000

/** The notice reaches other processes when the numbers are committed. */
const lockNumbers = statement(
  'changes_numbering_lock',
  () => `SELECT pg_advisory_xact_lock(${locks.changeNumbers}), pg_notify('${NOTICES}', '')`
)

const tryLockNumbers = statement('changes_numbering_try_lock', () => `
  SELECT CASE WHEN pg_try_advisory_xact_lock(${locks.changeNumbers})
    THEN CAST(pg_notify('${NOTICES}', '') AS text) END IS NOT NULL AS locked`)

// Sorted, so that PostgreSQL reads the index: the table is full of dead rows.
const lastWaiting = statement<{ position: number }>(
  'change_inbox_last',
  () => 'SELECT position FROM change_inbox ORDER BY position DESC LIMIT 1'
)

/** $1 position */
const waitsUpTo = statement(
  'change_inbox_waits',
  () => 'SELECT position FROM change_inbox WHERE position <= CAST($1 AS bigint) ORDER BY position LIMIT 1'
)

/**
 * $1 limit, $2 JSON list of [step, account, entry, project, moved project]: the oldest entries of the inbox, and
 * after them those of the list, get the next numbers of their accounts. Moved projects get their parents from there on.
 * If the inbox may hold more, the list is put into it.
 */
const numbering = (sql: Dialect) => `
  WITH taken AS (
    DELETE FROM change_inbox
    WHERE ${sql.among('position', 'SELECT position FROM change_inbox ORDER BY position LIMIT $1')}
    RETURNING position, account_id, entry_id, project_id, moved_project_id
  ), own AS (
    SELECT CAST(value ->> 0 AS bigint) AS position, CAST(value ->> 1 AS integer) AS account_id,
      value ->> 2 AS entry_id, value ->> 3 AS project_id, value ->> 4 AS moved_project_id
    FROM ${sql.elements('$2')}
  ), waiting AS (
    INSERT INTO change_inbox (position, account_id, entry_id, project_id, moved_project_id)
    SELECT nextval('change_inbox_positions'), account_id, entry_id, project_id, moved_project_id
    FROM (SELECT * FROM own ORDER BY position) AS entries WHERE (SELECT count(*) FROM taken) >= $1
  ), due AS (
    SELECT 0 AS turn, * FROM taken
    UNION ALL SELECT 1, * FROM own WHERE (SELECT count(*) FROM taken) < $1
  ), numbered AS (
    SELECT account_id, entry_id, project_id, moved_project_id,
      (SELECT COALESCE(MAX(number), 0) FROM changes WHERE changes.account_id = due.account_id) +
        row_number() OVER (PARTITION BY account_id ORDER BY turn, position) AS number
    FROM due
  ), moved AS (
    INSERT INTO project_parents (account_id, project_id, number, parent_id)
    SELECT account_id, moved_project_id, number, project_id FROM numbered WHERE moved_project_id IS NOT NULL
  )
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT account_id, number, entry_id, project_id FROM numbered`

const numberOldest = statement('changes_number', numbering)
const numberWithOwn = statement('changes_number_own', numbering, undefined, { isUnanswered: true })

/** An entry that gets a number: [step, account, entry, project, moved project]. Steps count from 1. */
export type NumberedEntry = readonly [number, number, string, string | null, string | null]

/**
 * Gives the oldest entries of the inbox their numbers, in the order of their positions. A change that waited for
 * another one's commit, as two changes of one item do, took its position after it. Returns whether there may be more.
 */
export async function numberChanges (tx: Transaction): Promise<boolean> {
  if (tx.sql.dialect.hasOneWriter) return false
  await holdNumbers(tx)
  return await tx.sql.run(numberOldest, [ENTRIES_PER_TRANSACTION, '[]']) === ENTRIES_PER_TRANSACTION
}

/** The same, followed by entries of the transaction itself. */
export async function numberOwn (sql: Sql, entries: readonly NumberedEntry[]): Promise<void> {
  await sql.run(numberWithOwn, [ENTRIES_PER_TRANSACTION, JSON.stringify(entries)])
}

/** Returns false if another transaction holds the lock. Call it last before a commit, as others wait until then. */
export function tryToHoldNumbers (sql: Sql): Promise<boolean> {
  return takeLock(sql, tryLockNumbers, [])
}

/** Holds the lock until the end of the transaction. Its commit notifies other processes. */
export async function holdNumbers ({ sql }: Transaction): Promise<void> {
  await takeLock(sql, lockNumbers, [])
}

export interface NumberingDependencies {
  readonly database: Database
  readonly transact: Transact
}

/** Numbers are given for all accounts. */
const system = systemCaller()

/**
 * Gives everything that was committed before the call its number, however much is committed during the run. Callers
 * during a run wait for the next one, which they share: a process needs one run at a time.
 */
export function createNumbering ({ database, transact }: NumberingDependencies): () => Promise<void> {
  const { sql } = database.reads
  return createSingleFlight(async () => {
    if (sql.dialect.hasOneWriter) return
    const last = await sql.first(lastWaiting, [])
    if (last === undefined) return
    const isAnyLeft = async () => await sql.first(waitsUpTo, [last.position]) !== undefined
    while (await isAnyLeft() && await transact(system, numberChanges));
  }).after
}
