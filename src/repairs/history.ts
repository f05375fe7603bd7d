import { LAST_ID } from '../basics/ids.js'
import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement, type Sql } from '../database/sql.js'
import { doPieces } from '../work/pieces/pieces.js'
import { findUnnumbered, newestNumber } from './find-changes.js'
import { readProgress, storeProgress, type HistoryProgress } from './progress.js'
import { replay } from './replay.js'

/** Entries that one statement counts. */
const COUNTED_AT_ONCE = 50_000
/** Entries in memory that are compared with the changes at once. */
const COMPARED_AT_ONCE = 5000
/** Entries per transaction for the consumers. On SQLite, other writes wait for it. */
const ENTRIES_PER_TRANSACTION = 100

/** $1 after this id, $2 before that one, $3 limit */
const countSome = statement('repairs_count_history', () => `
  SELECT CAST(count(*) AS integer) AS count, max(id) AS last
    FROM (SELECT id FROM history WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3) AS entries`)

/** $1 after this id, $2 before that one, $3 limit, of all accounts */
const listSome = statement(
  'repairs_list_history',
  () => 'SELECT id, account_id FROM history WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3'
)

/** Numbers have no gaps, so that the highest of an account says how many there are. */
const countChanges = statement('repairs_count_changes', () => `
  SELECT CAST(COALESCE(SUM((SELECT MAX(number) FROM changes WHERE account_id = accounts.id)), 0) AS double precision)
    + (SELECT count(*) FROM change_inbox) AS count
  FROM accounts`)

export interface HistoryRepairDependencies {
  /** The database of the background loop. */
  readonly database: Database
  /** A door with the consumers that older versions may lack. */
  readonly transact: Transact
  /** Gives what was committed its numbers. */
  readonly number: () => Promise<void>
  readonly comparedAtOnce?: number
}

export interface RepairOptions {
  readonly signal: AbortSignal
  readonly heartbeat: () => void
  /** Entries older than this are certainly committed, and are not looked at again. */
  readonly settledBefore: string
}

/** Reports the progress of a repair. */
export interface HistoryReport {
  /** Called at the beginning, with the number of missing changes. */
  readonly onBegin: (missing: number) => void
  readonly onProgress: (figures: { looked: number, repaired: number }) => void
}

const system = systemCaller()

/**
 * Finds entries of the history without a change, which an older version has written, and repairs them: they get numbers
 * at the end, and their items are indexed. It first counts the entries that have come since the last time, to see
 * whether there are any.
 */
export function createHistoryRepair (
  { database, transact, number, comparedAtOnce = COMPARED_AT_ONCE }: HistoryRepairDependencies
) {
  const sql = database.longReads(system.userId)

  /** The number of changes minus the number of entries: below 0, entries have no change. */
  async function balanceOf ({ after, count, surplus }: HistoryProgress, heartbeat: () => void): Promise<number> {
    return database.snapshot(async (sql) => {
      const rest = await countBetween(sql, after, LAST_ID, heartbeat)
      const changes = (await sql.first<{ count: number | string }>(countChanges, []))!
      return Number(changes.count) - count - rest.count - surplus
    }, { long: true })
  }

  async function keep (progress: HistoryProgress): Promise<void> {
    await transact(system, async (tx) => storeProgress(tx.sql, 'repaired_history', progress))
  }

  /** Compares each entry after a place with the changes. Returns null if the signal ended it. */
  async function lookThrough (
    begin: HistoryProgress, { signal, heartbeat, settledBefore }: RepairOptions, report: HistoryReport
  ): Promise<HistoryProgress | null> {
    const figures = { looked: 0, repaired: 0 }
    let settled = begin
    let after = begin.after
    const lookAtSome = async (before: string) => {
      const rows = await sql.all<{ id: string, account_id: number }>(listSome, [after, before, comparedAtOnce])
      // Entries that arrive meanwhile are left for later.
      const outcome = rows.length < comparedAtOnce ? 'done' : 'more'
      if (rows.length === 0) return outcome
      // After this every entry has its change, unless it is missing.
      await number()
      for (const [accountId, ids] of byAccount(rows)) {
        figures.repaired += await repair(accountId, ids, { signal, heartbeat })
      }
      if (signal.aborted) return 'taken'
      after = rows.at(-1)!.id
      figures.looked += rows.length
      report.onProgress({ ...figures })
      if (before === settledBefore) {
        settled = { ...settled, after, count: settled.count + rows.length }
        await keep(settled)
      }
      return outcome
    }
    for (const before of [settledBefore, LAST_ID]) {
      if (!await doPieces(() => lookAtSome(before), { signal, onPiece: heartbeat, leavesTaken: true })) return null
    }
    return settled
  }

  async function repair (
    accountId: number, ids: readonly string[], { signal, heartbeat }: Pick<RepairOptions, 'signal' | 'heartbeat'>
  ): Promise<number> {
    const upTo = await newestNumber(sql, accountId)
    const missing = await findUnnumbered(sql, accountId, ids, upTo, heartbeat)
    const caller = systemCaller({ id: accountId, name: '' })
    let repaired = 0
    for (let start = 0; start < missing.length && !signal.aborted; start += ENTRIES_PER_TRANSACTION) {
      const some = missing.slice(start, start + ENTRIES_PER_TRANSACTION)
      repaired += await transact(caller, (tx) => replay(tx, some, upTo), { long: true })
      heartbeat()
    }
    return repaired
  }

  return async function run (options: RepairOptions, report: HistoryReport): Promise<void> {
    const { heartbeat, settledBefore } = options
    const known = await readProgress(sql, 'repaired_history')
    const { count, last } = await countBetween(sql, known.after, settledBefore, heartbeat)
    const counted = { ...known, after: last, count: known.count + count }
    const balance = await balanceOf(counted, heartbeat)
    if (balance === 0) {
      if (count > 0) await keep(counted)
      return
    }
    report.onBegin(Math.max(0, -balance))
    // If nothing is missing after the stored place, it is before it: somebody has changed the history, or set the clock
    // back.
    for (const begin of known.after === '' ? [known] : [known, { after: '', count: 0, surplus: 0 }]) {
      const looked = await lookThrough({ ...begin, surplus: 0 }, options, report)
      if (looked === null) return
      await number()
      const rest = await balanceOf(looked, heartbeat)
      if (rest === known.surplus || begin.after === '') return keep({ ...looked, surplus: Math.max(0, rest) })
    }
  }
}

export type HistoryRepair = ReturnType<typeof createHistoryRepair>

/** The number of entries between two ids, and the last of them, or the first id if there is none. */
async function countBetween (
  sql: Sql, after: string, before: string, heartbeat: () => void
): Promise<{ count: number, last: string }> {
  let count = 0
  let last = after
  for (let counted = COUNTED_AT_ONCE; counted === COUNTED_AT_ONCE;) {
    const some = (await sql.first<{ count: number, last: string | null }>(countSome, [last, before, COUNTED_AT_ONCE]))!
    counted = some.count
    count += counted
    last = some.last ?? last
    heartbeat()
  }
  return { count, last }
}

function byAccount (rows: ReadonlyArray<{ id: string, account_id: number }>): Map<number, string[]> {
  const lists = new Map<number, string[]>()
  for (const { id, account_id: accountId } of rows) {
    const list = lists.get(accountId)
    if (list === undefined) lists.set(accountId, [id])
    else list.push(id)
  }
  return lists
}
