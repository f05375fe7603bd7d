import { systemCaller } from '../core/caller.js'
import { locks } from '../database/advisory-locks.js'
import { NOTICES, type Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import type { Consumer } from '../core/events/consumer.js'
import type { RecordedEvent } from '../core/events/record.js'
import type { Transact, Transaction } from '../core/transact.js'
import { createSingleFlight } from '../work/turns/single-flight.js'

/** Woken when there are new changes to read, which may have to be numbered first. */
export const CHANGES = 'changes'
/** The job that gives out numbers on PostgreSQL. */
export const NUMBERING_JOB = 'change-numbers'

/** So many entries are given their numbers in one transaction. */
const ENTRIES_PER_TRANSACTION = 1000

/** $1 account, $2 entry, $3 project */
const appendOne = statement('changes_append', () => `
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3 FROM changes WHERE account_id = $1`)

/** $1 account, $2 JSON list of [step, entry, project]: steps count from 1 */
const appendMany = statement('changes_append_list', (sql) => `
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT $1, newest.number + (value ->> 0), value ->> 1, value ->> 2
  FROM ${sql.elements('$2')}, (SELECT COALESCE(MAX(number), 0) AS number FROM changes WHERE account_id = $1) AS newest`)

/** $1 account, $2 JSON list of [step, entry, project] */
const intoInbox = statement('change_inbox_insert', (sql) => `
  INSERT INTO change_inbox (position, account_id, entry_id, project_id)
  SELECT nextval('change_inbox_positions'), CAST($1 AS integer), value ->> 1, value ->> 2
  FROM (SELECT value FROM ${sql.elements('$2')} ORDER BY CAST(value ->> 0 AS integer)) AS entries`)

/** $1 account, $2 entry, $3 project. Of several, the entries' ids are in the order in which they were written. */
const intoInboxOne = statement('change_inbox_insert_one', () => `
  INSERT INTO change_inbox (position, account_id, entry_id, project_id)
    VALUES (nextval('change_inbox_positions'), $1, $2, $3)`,
statement('change_inbox_insert_rows', (sql) => `
  INSERT INTO change_inbox (position, account_id, entry_id, project_id)
  SELECT nextval('change_inbox_positions'), CAST(value ->> 0 AS integer), value ->> 1, value ->> 2
  FROM (SELECT value FROM ${sql.elements('$1')} ORDER BY value ->> 1) AS entries`))

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

/** $1 at most so many: the oldest of the inbox get the numbers that follow those of their accounts */
const numberOldest = statement('changes_number', (sql) => `
  WITH taken AS (
    DELETE FROM change_inbox
    WHERE ${sql.among('position', 'SELECT position FROM change_inbox ORDER BY position LIMIT $1')}
    RETURNING position, account_id, entry_id, project_id
  )
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT account_id,
    (SELECT COALESCE(MAX(number), 0) FROM changes WHERE changes.account_id = taken.account_id) +
      row_number() OVER (PARTITION BY account_id ORDER BY position),
    entry_id, project_id
  FROM taken`)

/**
 * Puts what a transaction records at the end of its account's changes. SQLite has one writer, whose order is that of
 * the commits. In PostgreSQL a number that is taken before the commit may become visible behind a higher one, and a
 * reader would miss it: there the entries go into an inbox, and get their numbers right after the commit.
 */
export const changeNumbers: Consumer = {
  open: () => {
    let count = 0
    return {
      async collect (tx, events) {
        count += events.length
        await append(tx, events)
      },
      seal (tx) {
        if (count === 0) return
        tx.wake(CHANGES)
        tx.wake(NUMBERING_JOB)
      }
    }
  }
}

async function append ({ sql, caller }: Transaction, events: readonly RecordedEvent[]): Promise<void> {
  if (events.length === 0) return
  if (events.length === 1) {
    await sql.run(sql.dialect.name === 'sqlite' ? appendOne : intoInboxOne, [caller.accountId, events[0]!.id,
      projectOf(events[0]!)])
    return
  }
  const rows = JSON.stringify(events.map((event, index) => [index + 1, event.id, projectOf(event)]))
  await sql.run(sql.dialect.name === 'sqlite' ? appendMany : intoInbox, [caller.accountId, rows])
}

/** Where the item was when it happened. */
function projectOf ({ data }: RecordedEvent): string | null {
  const item = data === undefined ? undefined : 'asset' in data ? data.asset : data.project
  return (item as { project_id?: string | null } | undefined)?.project_id ?? null
}

/**
 * Gives the oldest entries of the inbox their numbers, in the order of their positions: where a change had to wait for
 * another one's commit, as two of the same item do, it took its position after it. Says whether there may be more.
 */
export async function numberChanges (tx: Transaction): Promise<boolean> {
  if (tx.sql.dialect.name === 'sqlite') return false
  await tx.sql.first(lockNumbers, [])
  return await tx.sql.run(numberOldest, [ENTRIES_PER_TRANSACTION]) === ENTRIES_PER_TRANSACTION
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
  const isAnyLeft = async () => sql.dialect.name !== 'sqlite' && await sql.first(isAnyWaiting, []) !== undefined
  return createSingleFlight(async () => {
    while (await isAnyLeft() && await transact(system, numberChanges));
  }).after
}
