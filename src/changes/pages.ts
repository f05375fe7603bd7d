import type { Caller } from '../core/caller.js'
import type { Sql } from '../database/sql.js'
import { isBounded } from '../items/sight.js'
import { sqlThroughGate } from '../database/gated-sql.js'
import { createGate } from '../work/turns/gate.js'
import { nextTurn } from '../work/turns/next-turn.js'
import { writeChangeCursor } from './cursor.js'
import { findState, type HistoryState } from './log/epoch.js'
import type { Follower } from './follower.js'
import { addItems } from './items.js'
import type { ShownChange } from './present.js'
import { isFiltered, type ChangeFilter, type ChangeQuery } from './query.js'
import { isToldTo, itemTypeOf, listChanges, type ChangeRow } from './log/rows.js'
import { keepWithin } from './log/within.js'

/** Changes per read. With a filter there are few at first, and more while it finds little. */
const LARGEST_PIECE = 1000
const SMALLEST_PIECE = 32
const GROWTH = 4
/** Changes per answer that a filter looks at. If it finds little, the answer says how far it came. */
const LONGEST_LOOK = 20_000
const LARGEST_ANSWER_CHARACTERS = 4 * 1024 ** 2
/** Reads at the same time, and those of an account. PostgreSQL has connections for more. */
const READS = 3
const READS_OF_ONE = 2

export interface ChangePage {
  readonly changes: readonly ShownChange[]
  /** The number after which the next page begins. */
  readonly after: number
  /** Whether more changes are available now. */
  readonly more: boolean
  /** The epoch. */
  readonly epoch: string | null
}

export interface ReadOptions {
  /** Whether changes after the place have woken the reader. */
  readonly isWoken?: boolean
  /** Aborts when the client has gone. */
  readonly gone?: AbortSignal
  /** Maximum number of characters of an answer, before its last change. */
  readonly largest?: number
}

export interface PagesDependencies {
  readonly sql: Sql
  readonly follower: Pick<Follower, 'shared' | 'state'>
  /** Numbers everything that is committed: numbering.ts. */
  readonly numberAll: () => Promise<void>
}

/** Reads the changes of an account in bounded pieces. */
export function createPages ({ sql, follower, numberAll }: PagesDependencies) {
  async function stateOf ({ accountId }: Caller): Promise<HistoryState> {
    return (await sql.first(findState, [accountId]))!
  }

  /**
   * Keeps five hundred streams from taking all connections to PostgreSQL. A stream whose client has left reads no more.
   */
  const gate = createGate({ atOnce: READS, atOnceOfAccount: READS_OF_ONE, mostOfOne: Infinity })

  /**
   * An acknowledged change is found at once, through every process: changes without a number are numbered first, unless
   * the page is full without them, and not the last. A reader that was woken takes what has woken it.
   */
  async function readRows (
    caller: Caller, after: number, size: number, { isWoken = false, gone }: ReadOptions
  ): Promise<readonly ChangeRow[]> {
    const shared = isWoken ? follower.shared(caller.accountId, after, size) : null
    if (shared !== null) return shared
    const list = (limit: number) => gate.pass(caller, async () => {
      // Two hundred streams that begin far back would otherwise read a piece each before anybody else is answered.
      await nextTurn(caller)
      return sql.all(listChanges, [caller.accountId, after, limit])
    }, { gone })
    if (!sql.dialect.hasOneWriter) {
      const numbered = await list(size + 1)
      if (numbered.length > size) return numbered.slice(0, size)
      await numberAll()
    }
    return list(size)
  }

  async function filter (
    caller: Caller, rows: readonly ChangeRow[], { events, types, within }: ChangeFilter, gone?: AbortSignal
  ): Promise<readonly ChangeRow[]> {
    const wanted = rows.filter((row) => {
      const type = itemTypeOf(row)
      const isVisible = caller.admin || type !== null || isToldTo(caller.userId, row)
      return isVisible && (events === undefined || events.has(row.event)) &&
        (types === undefined || (type !== null && types.has(type)))
    })
    const reads = sqlThroughGate(sql, gate, caller, gone)
    if ((within === undefined && !isBounded(caller)) || wanted.length === 0) return wanted
    const kept = new Set(await keepWithin(reads, caller, rows, wanted, within))
    return wanted.filter((row) => kept.has(row) || (within === undefined && isToldTo(caller.userId, row)))
  }

  /** The changes after a place. */
  async function read (
    caller: Caller, after: number, query: ChangeQuery, options: ReadOptions = {}
  ): Promise<ChangePage> {
    const { largest = LARGEST_ANSWER_CHARACTERS } = options
    const found: ChangeRow[] = []
    let place = after
    let isMore = true
    // Whether there are more must not depend on changes that the caller does not see: one visible change more tells it.
    const most = isBounded(caller) ? query.limit + 1 : query.limit
    let pieceSize = Math.max(SMALLEST_PIECE, Math.min(query.limit, LARGEST_PIECE))
    for (
      let looked = 0, characters = 0;
      isMore && looked < LONGEST_LOOK && found.length < most && characters < largest;
      looked += pieceSize, pieceSize = Math.min(pieceSize * GROWTH, LARGEST_PIECE)
    ) {
      const size = isFiltered(caller, query) ? pieceSize : Math.min(LARGEST_PIECE, most - found.length)
      const rows = await readRows(caller, place, size, options)
      const wanted = await filter(caller, rows, query, options.gone)
      const taken = takeUpTo(wanted, most - found.length, largest - characters)
      found.push(...taken)
      characters += taken.reduce((sum, row) => sum + row.targets.length, 0)
      const isWhole = taken.length === wanted.length
      isMore = !isWhole || rows.length === size
      place = isWhole ? rows.at(-1)?.number ?? place : taken.at(-1)!.number
    }
    if (found.length > query.limit) {
      found.pop()
      isMore = true
      place = found.at(-1)!.number
    }
    return complete(caller, found, { number: place, isMore }, query, options)
  }

  async function complete (
    caller: Caller,
    rows: readonly ChangeRow[],
    { number, isMore }: { number: number, isMore: boolean },
    { includeItems }: ChangeQuery,
    { isWoken, largest = LARGEST_ANSWER_CHARACTERS }: ReadOptions
  ): Promise<ChangePage> {
    const { accountId } = caller
    const shown = includeItems ? await addItems(sql, caller, rows, largest) : rows
    const after = shown.length === rows.length ? number : shown.at(-1)!.number
    const { number: newest, epoch } = (isWoken ? follower.state(accountId) : null) ?? await stateOf(caller)
    return {
      changes: shown.map((row): ShownChange => ({
        ...row,
        cursor: writeChangeCursor(accountId, { number: row.number, epoch })
      })),
      after,
      more: (isMore || after < number) && after < newest,
      epoch
    }
  }

  return { stateOf, read }
}

/** The first rows up to a number and to a number of characters of targets. At least one. */
function takeUpTo (rows: readonly ChangeRow[], limit: number, room: number): readonly ChangeRow[] {
  let characters = 0
  let count = 0
  while (count < Math.min(rows.length, limit) && (count === 0 || characters < room)) {
    characters += rows[count++]!.targets.length
  }
  return rows.slice(0, count)
}
