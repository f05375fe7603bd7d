import type { CommitHook } from '../database/database.js'
import { statement, type Sql } from '../database/sql.js'
import type { Consumer } from '../core/events/consumer.js'
import type { RecordedEvent } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { numberOwn, tryToHoldNumbers, type NumberedEntry } from './numbering.js'
import { appendMoves, isMove } from './log/tree.js'

/** Woken when there are new changes to read. They may not have numbers yet. */
export const CHANGES = 'changes'
/** The job that gives changes their numbers on PostgreSQL. */
export const NUMBERING_JOB = 'change-numbers'

/** Maximum number of entries that a transaction keeps in memory between two units of work. */
const MOST_WAITING = 1000
/** Maximum number of entries that get their numbers in their own transaction. */
const MOST_NUMBERED = 200

/** $1 account, $2 entry, $3 project */
const appendOne = statement('changes_append', () => `
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3 FROM changes WHERE account_id = $1`)

/** $1 account, $2 JSON list of [step, entry, project]: steps count from 1 */
const appendMany = statement('changes_append_list', (sql) => `
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT $1, newest.number + (value ->> 0), value ->> 1, value ->> 2
  FROM ${sql.elements('$2')}, (SELECT COALESCE(MAX(number), 0) AS number FROM changes WHERE account_id = $1) AS newest`)

/** $1 JSON list of [step, account, entry, project, moved project] */
const intoInbox = statement('change_inbox_insert', (sql) => `
  INSERT INTO change_inbox (position, account_id, entry_id, project_id, moved_project_id)
  SELECT nextval('change_inbox_positions'), CAST(value ->> 1 AS integer), value ->> 2, value ->> 3, value ->> 4
  FROM (SELECT value FROM ${sql.elements('$1')} ORDER BY CAST(value ->> 0 AS integer)) AS entries`, undefined, {
  isUnanswered: true
})

/** The part of an event that is kept until it is written. */
interface Entry {
  readonly id: string
  /** The project of the item at the time of the event. */
  readonly projectId: string | null
  /** The project that the event has moved into `projectId`. */
  readonly movedId: string | null
}

interface Appended {
  readonly tx: Transaction
  readonly entries: readonly Entry[]
}

/**
 * Appends the events of a transaction to the changes of its account, right before the commit. SQLite has one writer, so
 * that the order of writes is the order of commits. On PostgreSQL a number taken earlier might become visible after a
 * higher one, and a reader would miss it. So numbers are given under a lock, from the last statement to the commit. A
 * transaction that does not get the lock at once puts its entries into an inbox; they get their numbers right after the
 * commit.
 */
export const changeLog: Consumer = {
  open: () => {
    let waiting: Entry[] = []
    let isAny = false

    function takeWaiting (tx: Transaction): Appended {
      const entries = waiting
      waiting = []
      return { tx, entries }
    }

    return {
      collect (_tx, events) {
        waiting.push(...events.map(entryOf))
        isAny ||= events.length > 0
      },
      async flush (tx) {
        if (waiting.length < MOST_WAITING) return
        await (tx.sql.dialect.hasOneWriter ? append : putIntoInbox)(takeWaiting(tx))
      },
      async finish (tx) {
        if (waiting.length > 0) {
          if (tx.sql.dialect.hasOneWriter) await append(takeWaiting(tx))
          else tx.beforeCommit(placeAll, takeWaiting(tx))
        }
        if (isAny) tx.wake(CHANGES)
      }
    }
  }
}

async function append ({ tx: { sql, caller: { accountId } }, entries }: Appended): Promise<void> {
  if (entries.length === 1) await sql.run(appendOne, [accountId, entries[0]!.id, entries[0]!.projectId])
  else {
    const rows = entries.map(({ id, projectId }, index) => [index + 1, id, projectId])
    await sql.run(appendMany, [accountId, JSON.stringify(rows)])
  }
  const moves = entries.flatMap(({ movedId, projectId }, index) =>
    movedId === null ? [] : [[index + 1, movedId, projectId]]
  )
  if (moves.length > 0) await sql.run(appendMoves, [accountId, JSON.stringify(moves), entries.length])
}

/**
 * Runs once for all units that share a commit, in their order. A few entries get their numbers at once, if nobody else
 * holds the lock. Otherwise the job gives them their numbers: nobody should wait for a long list.
 */
const placeAll: CommitHook<Appended> = Object.assign(async (sql: Sql, all: readonly Appended[]) => {
  const rows = rowsOf(all)
  if (rows.length <= MOST_NUMBERED && await tryToHoldNumbers(sql)) return numberOwn(sql, rows)
  await sql.run(intoInbox, [JSON.stringify(rows)])
  all[0]!.tx.wake(NUMBERING_JOB)
}, { isLast: true })

async function putIntoInbox (appended: Appended): Promise<void> {
  const { tx } = appended
  await tx.sql.run(intoInbox, [JSON.stringify(rowsOf([appended]))])
  tx.wake(NUMBERING_JOB)
}

function rowsOf (all: readonly Appended[]): NumberedEntry[] {
  return all
    .flatMap(({ tx, entries }) => entries.map((entry) => ({ ...entry, accountId: tx.caller.accountId })))
    .map(({ accountId, id, projectId, movedId }, index) => [index + 1, accountId, id, projectId, movedId])
}

function entryOf ({ id, event, targets, data }: RecordedEvent): Entry {
  const item = data?.asset ?? data?.project
  return {
    id,
    projectId: (item as { project_id?: string | null } | undefined)?.project_id ?? null,
    movedId: isMove(event) ? targets.project_id as string : null
  }
}
