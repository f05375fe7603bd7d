import { groupBy } from '../basics/group-by.js'
import { statement, type Sql } from '../database/sql.js'
import type { Consumer } from '../core/events/consumer.js'
import type { RecordedEvent } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { holdPlaces } from '../items/tree.js'
import { appendMoves, isMove } from './tree.js'

/** Woken when there are new changes to read, which may have to be numbered first. */
export const CHANGES = 'changes'
/** The job that gives out numbers on PostgreSQL. */
export const NUMBERING_JOB = 'change-numbers'

/** So many entries wait at most between two works of a transaction. */
const MOST_WAITING = 1000

/** $1 account, $2 entry, $3 project */
const appendOne = statement('changes_append', () => `
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $3 FROM changes WHERE account_id = $1`)

/** $1 account, $2 JSON list of [step, entry, project]: steps count from 1 */
const appendMany = statement('changes_append_list', (sql) => `
  INSERT INTO changes (account_id, number, entry_id, project_id)
  SELECT $1, newest.number + (value ->> 0), value ->> 1, value ->> 2
  FROM ${sql.elements('$2')}, (SELECT COALESCE(MAX(number), 0) AS number FROM changes WHERE account_id = $1) AS newest`)

/** $1 account, $2 entry, $3 project, $4 the project that is moved */
const intoInboxOne = statement('change_inbox_insert_one', () => `
  INSERT INTO change_inbox (position, account_id, entry_id, project_id, moved_project_id)
    VALUES (nextval('change_inbox_positions'), $1, $2, $3, $4)`)

/** $1 account, $2 JSON list of [step, entry, project, moved project] */
const intoInbox = statement('change_inbox_insert', (sql) => `
  INSERT INTO change_inbox (position, account_id, entry_id, project_id, moved_project_id)
  SELECT nextval('change_inbox_positions'), CAST($1 AS integer), value ->> 1, value ->> 2, value ->> 3
  FROM (SELECT value FROM ${sql.elements('$2')} ORDER BY CAST(value ->> 0 AS integer)) AS entries`)

/** As much of an event as is kept until it is written. */
interface Entry {
  readonly id: string
  /** Where the item was when it happened. */
  readonly projectId: string | null
  /** The project that this has moved, from where it was into `projectId`. */
  readonly movedId: string | null
}

interface Appended {
  readonly tx: Transaction
  readonly entries: readonly Entry[]
}

/**
 * Puts what a transaction records at the end of its account's changes, right before the commit. SQLite has one writer,
 * whose order is that of the commits. In PostgreSQL a number that is taken before the commit may become visible behind
 * a higher one, and a reader would miss it: there the entries go into an inbox, and get their numbers right after the
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
          else tx.beforeCommit(putAllIntoInbox, takeWaiting(tx))
        }
        if (!isAny) return
        tx.wake(CHANGES)
        tx.wake(NUMBERING_JOB)
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

/** Of works that share a commit those of one account together, in the order of the works. */
async function putAllIntoInbox (_sql: Sql, all: readonly Appended[]): Promise<void> {
  for (const group of groupBy(all, ({ tx }) => tx.caller.accountId).values()) {
    await putIntoInbox({ tx: group[0]!.tx, entries: group.flatMap(({ entries }) => entries) })
  }
}

async function putIntoInbox ({ tx, entries }: Appended): Promise<void> {
  const { sql, caller: { accountId } } = tx
  // Whoever has found out where something happened gets the lower number, if it was before the move.
  if (entries.some(({ movedId }) => movedId !== null)) await holdPlaces(tx, 'exclusive')
  const [first] = entries
  if (entries.length === 1) await sql.run(intoInboxOne, [accountId, first!.id, first!.projectId, first!.movedId])
  else {
    const rows = entries.map(({ id, projectId, movedId }, index) => [index + 1, id, projectId, movedId])
    await sql.run(intoInbox, [accountId, JSON.stringify(rows)])
  }
}

function entryOf ({ id, event, targets, data }: RecordedEvent): Entry {
  const item = data === undefined ? undefined : 'asset' in data ? data.asset : data.project
  return {
    id,
    projectId: (item as { project_id?: string | null } | undefined)?.project_id ?? null,
    movedId: isMove(event) ? targets.project_id as string : null
  }
}
