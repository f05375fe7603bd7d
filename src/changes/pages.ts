import type { Caller } from '../core/caller.js'
import type { Sql } from '../database/sql.js'
import { nextTurn } from '../work/turns/next-turn.js'
import { writeChangeCursor } from './cursor.js'
import { findState, type HistoryState } from './epoch.js'
import type { Follower } from './follower.js'
import { addItems } from './items.js'
import type { ShownChange } from './present.js'
import { isFiltered, type ChangeFilter, type ChangeQuery } from './query.js'
import { itemTypeOf, listChanges, type ChangeRow } from './rows.js'
import { keepWithin } from './within.js'

/** So many changes are read at once; where a filter leaves some out, few at first, and more while it finds little. */
const LARGEST_PIECE = 1000
const SMALLEST_PIECE = 32
const GROWTH = 4
/** So many are looked through for one answer: a filter that finds little in them says how far it came. */
const LONGEST_LOOK = 20_000
const LARGEST_ANSWER_CHARACTERS = 4 * 1024 ** 2

export interface ChangePage {
  readonly changes: readonly ShownChange[]
  /** Where the next page begins. */
  readonly after: number
  /** Whether there is something behind it already. */
  readonly more: boolean
  /** In which life of the history this is. */
  readonly epoch: string | null
}

export interface ReadOptions {
  /** Whether the reader was woken by what is behind the place. */
  readonly isWoken?: boolean
  /** Says that nobody takes the answer any more. */
  readonly gone?: AbortSignal
  /** An answer has so many characters, and one change more. */
  readonly largest?: number
}

export interface PagesDependencies {
  readonly sql: Sql
  readonly follower: Pick<Follower, 'shared' | 'state'>
  /** Gives what was committed its numbers: numbering.ts. */
  readonly number: () => Promise<void>
}

/** Reads the changes of an account in bounded pieces. */
export function createPages ({ sql, follower, number }: PagesDependencies) {
  async function stateOf ({ accountId }: Caller): Promise<HistoryState> {
    return (await sql.first<HistoryState>(findState, [accountId]))!
  }

  /**
   * Whoever got a yes finds the change here at once, through every process: what has no number yet gets it first. Who
   * was woken takes what has woken him.
   */
  async function readRows (
    { accountId, userId }: Caller, after: number, size: number, { isWoken = false, gone }: ReadOptions
  ): Promise<readonly ChangeRow[]> {
    const shared = isWoken ? follower.shared(accountId, after, size) : null
    if (shared !== null) return shared
    await number()
    // Two hundred streams that begin far back would otherwise read a piece each before anybody else is answered.
    await nextTurn(userId, { gone })
    return sql.all<ChangeRow>(listChanges, [accountId, after, size])
  }

  async function filter (
    caller: Caller, rows: readonly ChangeRow[], { events, types, within }: ChangeFilter
  ): Promise<readonly ChangeRow[]> {
    const wanted = rows.filter((row) => {
      const type = itemTypeOf(row)
      return (caller.admin || type !== null) && (events === undefined || events.has(row.event)) &&
        (types === undefined || (type !== null && types.has(type)))
    })
    return within === undefined || wanted.length === 0
      ? wanted
      : keepWithin(sql, caller, rows, wanted, within)
  }

  /** The changes behind a place. */
  async function read (
    caller: Caller, after: number, query: ChangeQuery, options: ReadOptions = {}
  ): Promise<ChangePage> {
    const { largest = LARGEST_ANSWER_CHARACTERS } = options
    const found: ChangeRow[] = []
    let place = after
    let isMore = true
    let pieceSize = Math.max(SMALLEST_PIECE, Math.min(query.limit, LARGEST_PIECE))
    for (
      let looked = 0, characters = 0;
      isMore && looked < LONGEST_LOOK && found.length < query.limit && characters < largest;
      looked += pieceSize, pieceSize = Math.min(pieceSize * GROWTH, LARGEST_PIECE)
    ) {
      const size = isFiltered(caller, query) ? pieceSize : Math.min(LARGEST_PIECE, query.limit - found.length)
      const rows = await readRows(caller, place, size, options)
      const wanted = await filter(caller, rows, query)
      const taken = takeUpTo(wanted, query.limit - found.length, largest - characters)
      found.push(...taken)
      characters += taken.reduce((sum, row) => sum + row.targets.length, 0)
      const isWhole = taken.length === wanted.length
      isMore = !isWhole || rows.length === size
      place = isWhole ? rows.at(-1)?.number ?? place : taken.at(-1)!.number
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
    const shown = includeItems ? await addItems(sql, accountId, rows, largest) : rows
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

/** The first rows: so many, and so many characters of targets. One at least. */
function takeUpTo (rows: readonly ChangeRow[], limit: number, room: number): readonly ChangeRow[] {
  let characters = 0
  let count = 0
  while (count < Math.min(rows.length, limit) && (count === 0 || characters < room)) {
    characters += rows[count++]!.targets.length
  }
  return rows.slice(0, count)
}
