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
  readonly itemId: string | null
  /**
   * The project of the item after the event. Of an item that is moved, `UNLINKED` has the one that it left; `LINKED` of
   * an asset has none where it was in none: so both are told where it was, and where it is.
   */
  projectId: string | null
  /** The project that the event has moved into `projectId`. */
  movedId: string | null
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
    const waiting: Entry[] = []
    let isAny = false
    /** The items that the transaction has made, and put into no project so far. */
    const made = new Set<string>()

    function takeWaiting (tx: Transaction, count = waiting.length): Appended {
      return { tx, entries: waiting.splice(0, count) }
    }

    /** An item that is made and put into a project by one transaction was never anywhere else. */
    function place (itemId: string, projectId: string): void {
      const entries = waiting.filter((entry) => entry.itemId === itemId)
      for (const entry of entries) entry.projectId = projectId
      // A project is below the other one from its first entry on.
      if (entries.at(-1)!.movedId !== null) entries[0]!.movedId = itemId
      made.delete(itemId)
    }

    return {
      collect (_tx, events) {
        for (const [index, event] of events.entries()) {
          const entry = entryOf(event, events[index - 1], events[index + 1])
          waiting.push(entry)
          const { itemId } = entry
          if (itemId === null) continue
          if (isAdded(event)) made.add(itemId)
          else if (made.has(itemId) && puts.has(event.event)) place(itemId, otherProject(event))
        }
        isAny ||= events.length > 0
      },
      async flush (tx) {
        if (waiting.length < MOST_WAITING) return
        const first = waiting.findIndex(({ itemId }) => itemId !== null && made.has(itemId))
        const count = first === -1 ? waiting.length : first
        if (count < MOST_WAITING) return
        await (tx.sql.dialect.hasOneWriter ? append : putIntoInbox)(takeWaiting(tx, count))
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

const isAdded = ({ event }: RecordedEvent) => event === 'ASSET_ADDED' || event === 'PROJECT_ADDED'

/** The events that put an item into a project, and that take it out. */
const puts: ReadonlySet<string> = new Set(['ASSET_LINKED', 'PROJECT_LINKED'])
const takes: ReadonlySet<string> = new Set(['ASSET_UNLINKED', 'PROJECT_UNLINKED'])

/** The project that an item was put into or taken out of. */
const otherProject = ({ event, targets }: RecordedEvent) =>
  (event.startsWith('ASSET') ? targets.project_id : targets.to_project_id) as string

function itemOf ({ targets }: RecordedEvent): string | null {
  return (targets.asset_id ?? targets.project_id ?? null) as string | null
}

/** `before` and `after` are the events beside it: an item that is moved is unlinked, and linked. */
function entryOf (event: RecordedEvent, before?: RecordedEvent, after?: RecordedEvent): Entry {
  const { id, event: name, data, targets } = event
  const itemId = itemOf(event)
  const item = data?.asset ?? data?.project
  const projectId = (item as { project_id?: string | null } | undefined)?.project_id ?? null
  const isOne = (other: RecordedEvent | undefined, kinds: ReadonlySet<string>) =>
    other !== undefined && kinds.has(other.event) && itemOf(other) === itemId
  const isLeft = takes.has(name) && isOne(after, puts)
  const isFromNone = name === 'ASSET_LINKED' && !isOne(before, takes)
  return {
    id,
    itemId,
    projectId: isLeft ? otherProject(event) : isFromNone ? null : projectId,
    movedId: isMove(name) ? targets.project_id as string : null
  }
}
