import { systemCaller } from '../core/caller.js'
import { locks, takeLock } from '../database/locks.js'
import { NOTICES, type Database } from '../database/database.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import type { Transact, Transaction } from '../core/transact.js'
import { createSingleFlight } from '../work/turns/single-flight.js'

/** So many waiting entries are given their numbers in one transaction. */
const ENTRIES_PER_TRANSACTION = 1000

/** Other processes hear of it when the numbers are committed. */
const lockNumbers = statement(
  'changes_numbering_lock',
  () => `SELECT pg_advisory_xact_lock(${locks.changeNumbers}), pg_notify('${NOTICES}', '')`
)

const tryLockNumbers = statement('changes_numbering_try_lock', () => `
  SELECT CASE WHEN pg_try_advisory_xact_lock(${locks.changeNumbers})
    THEN CAST(pg_notify('${NOTICES}', '') AS text) END IS NOT NULL AS locked`)

/** In order, so that the index is read: the table is full of what was there. */
const isAnyWaiting = statement(
  'change_inbox_waits',
  () => 'SELECT position FROM change_inbox ORDER BY position LIMIT 1'
)

/**
 * $1 at most so many, $2 JSON list of [step, account, entry, project, moved project]: the oldest of the inbox, and
 * behind them those of the list, get the numbers that follow those of their accounts, and projects the parents that
 * they have from there on. Where the inbox may hold more, the list goes into it.
 */
const number = (sql: Dialect) => `
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

const numberOldest = statement('changes_number', number)
const numberAll = statement('changes_number_own', number, undefined, { isUnanswered: true })

/** An entry that gets a number: [step, account, entry, project, moved project]. Steps count from 1. */
export type NumberedEntry = readonly [number, number, string, string | null, string | null]

/**
 * Gives the oldest entries of the inbox their numbers, in the order of their positions: where a change had to wait for
 * another one's commit, as two of the same item do, it took its position after it. Says whether there may be more.
 */
export async function numberChanges (tx: Transaction): Promise<boolean> {
  if (tx.sql.dialect.hasOneWriter) return false
  await holdNumbers(tx)
  return await tx.sql.run(numberOldest, [ENTRIES_PER_TRANSACTION, '[]']) === ENTRIES_PER_TRANSACTION
}

/** The same, and behind them entries of the transaction itself. */
export async function numberOwn (sql: Sql, entries: readonly NumberedEntry[]): Promise<void> {
  await sql.run(numberAll, [ENTRIES_PER_TRANSACTION, JSON.stringify(entries)])
}

/**
 * Says no where somebody else gives numbers at the moment. To be asked as the last thing before a commit, as they wait
 * for it then.
 */
export function tryToHoldNumbers (sql: Sql): Promise<boolean> {
  return takeLock(sql, tryLockNumbers, [])
}

/** Nobody gives changes their numbers until the transaction ends, and other processes hear of its commit. */
export async function holdNumbers ({ sql }: Transaction): Promise<void> {
  await takeLock(sql, lockNumbers, [])
}

export interface NumberingDependencies {
  readonly database: Database
  readonly transact: Transact
}

/** Numbers are given to all accounts. */
const system = systemCaller()

/**
 * Gives everything that was committed before the call its numbers. Who asks while others are given theirs waits for the
 * next round, together with all who do so: one round at a time is enough for a process.
 */
export function createNumbering ({ database, transact }: NumberingDependencies): () => Promise<void> {
  const { sql } = database.reads
  const isAnyLeft = async () => !sql.dialect.hasOneWriter && await sql.first(isAnyWaiting, []) !== undefined
  return createSingleFlight(async () => {
    while (await isAnyLeft() && await transact(system, numberChanges));
  }).after
}
