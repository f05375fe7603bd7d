import { systemCaller } from '../core/caller.js'
import { locks, takeLock } from '../database/locks.js'
import { NOTICES, type Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import type { Transact, Transaction } from '../core/transact.js'
import { createSingleFlight } from '../work/turns/single-flight.js'

/** So many entries are given their numbers in one transaction. */
const ENTRIES_PER_TRANSACTION = 1000

/** Other processes hear of it when the numbers are committed. */
const lockNumbers = statement(
  'changes_numbering_lock',
  () => `SELECT pg_advisory_xact_lock(${locks.changeNumbers}), pg_notify('${NOTICES}', '')`
)

/** In order, so that the index is read: the table is full of what was there. */
const isAnyWaiting = statement(
  'change_inbox_waits',
  () => 'SELECT position FROM change_inbox ORDER BY position LIMIT 1'
)

/**
 * $1 at most so many: the oldest of the inbox get the numbers that follow those of their accounts, and projects the
 * parents that they have from there on
 */
const numberOldest = statement('changes_number', (sql) => `
  WITH taken AS (
    DELETE FROM change_inbox
    WHERE ${sql.among('position', 'SELECT position FROM change_inbox ORDER BY position LIMIT $1')}
    RETURNING position, account_id, entry_id, project_id, moved_project_id
  ), numbered AS (
    SELECT account_id, entry_id, project_id, moved_project_id,
      (SELECT COALESCE(MAX(number), 0) FROM changes WHERE changes.account_id = taken.account_id) +
        row_number() OVER (PARTITION BY account_id ORDER BY position) AS number
    FROM taken
  ), moved AS (
    INSERT INTO project_parents (account_id, project_id, number, parent_id)
    SELECT account_id, moved_project_id, number, project_id FROM numbered WHERE moved_project_id IS NOT NULL
  )
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT account_id, number, entry_id, project_id FROM numbered`)

/**
 * Gives the oldest entries of the inbox their numbers, in the order of their positions: where a change had to wait for
 * another one's commit, as two of the same item do, it took its position after it. Says whether there may be more.
 */
export async function numberChanges (tx: Transaction): Promise<boolean> {
  if (tx.sql.dialect.hasOneWriter) return false
  await holdNumbers(tx)
  return await tx.sql.run(numberOldest, [ENTRIES_PER_TRANSACTION]) === ENTRIES_PER_TRANSACTION
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
