import type { Caller } from '../core/caller.js'
import type { Database } from '../database/database.js'
import type { Bus } from '../core/events/bus.js'
import { nextTurn } from '../work/turns/next-turn.js'
import { readChangeCursor, writeChangeCursor } from './cursor.js'
import { createFollower } from './follower.js'
import { addItems } from './items.js'
import type { ShownChange } from './present.js'
import { isFiltered, type ChangeFilter, type ChangeQuery } from './query.js'
import { itemTypeOf, listChanges, newestChange, type ChangeRow } from './rows.js'
import { keepWithin } from './within.js'

/** So many changes are read at once. */
const PIECE = 1000
/** So many are looked through for one answer: a filter that finds little in them says how far it came. */
const LONGEST_LOOK = 20_000
/** A stream is given so many at a time: what its reader does not take waits in memory. */
const LONGEST_BURST = 50
/** An answer is as large as this, and one change more. */
const LARGEST_ANSWER_CHARACTERS = 4 * 1024 ** 2

/** Who follows looks by itself after so long. */
const LONGEST_SLEEP_MS = 60 * 60 * 1000

export interface ChangePage {
  readonly changes: readonly ShownChange[]
  /** Where the next page begins. */
  readonly after: number
  /** Whether there is something behind it already. */
  readonly more: boolean
}

/** Who reads. */
export interface ChangeReader {
  /** Asked before changes are handed out, as a key may be revoked while its user waits. Null where it was. */
  readonly caller: () => Promise<Caller | null>
  /** Says that nobody takes the answer any more. */
  readonly gone: AbortSignal
}

export interface ChangesDependencies {
  readonly database: Database
  readonly bus: Bus
  /** Gives what was committed its numbers: numbering.ts. */
  readonly number: () => Promise<void>
}

/**
 * The history of an account in the order in which it was committed. Nothing is ever put before a place that was given
 * out.
 */
export function createChanges ({ database, bus, number }: ChangesDependencies) {
  const { sql } = database.reads
  const follower = createFollower({ database, bus, number })
  const stopping = new AbortController()

  async function newest (caller: Caller): Promise<number> {
    await number()
    return newestNumbered(caller)
  }

  async function newestNumbered ({ accountId }: Caller): Promise<number> {
    return (await sql.first<{ number: number }>(newestChange, [accountId]))!.number
  }

  /** The changes behind a place. */
  async function read (caller: Caller, after: number, query: ChangeQuery): Promise<ChangePage> {
    const found: ChangeRow[] = []
    let place = after
    let more = true
    for (
      let looked = 0, characters = 0;
      more && looked < LONGEST_LOOK && found.length < query.limit && characters < LARGEST_ANSWER_CHARACTERS;
      looked += PIECE
    ) {
      const size = isFiltered(caller, query) ? PIECE : Math.min(PIECE, query.limit - found.length)
      const rows = follower.shared(caller.accountId, place, size) ?? await readRows(caller, place, size)
      const wanted = await filter(caller, rows, query)
      const taken = takeUpTo(wanted, query.limit - found.length, LARGEST_ANSWER_CHARACTERS - characters)
      found.push(...taken)
      characters += taken.reduce((sum, row) => sum + row.targets.length, 0)
      const isWhole = taken.length === wanted.length
      more = !isWhole || rows.length === size
      place = isWhole ? rows.at(-1)?.number ?? place : taken.at(-1)!.number
    }
    return complete(caller, found, { after: place, more: more && place < await newestNumbered(caller) }, query)
  }

  /** Whoever got a yes finds the change here at once, through every process: what has no number yet gets it first. */
  async function readRows ({ accountId, userId }: Caller, after: number, size: number): Promise<readonly ChangeRow[]> {
    await number()
    // Two hundred streams that begin far back would otherwise read a piece each before anybody else is answered.
    await nextTurn(userId)
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
    return within === undefined || wanted.length === 0 ? wanted : keepWithin(sql, caller.accountId, wanted, within)
  }

  async function complete (
    caller: Caller,
    rows: readonly ChangeRow[],
    { after, more }: { after: number, more: boolean },
    { includeItems }: ChangeQuery
  ): Promise<ChangePage> {
    const shown = includeItems ? await addItems(sql, caller.accountId, rows, LARGEST_ANSWER_CHARACTERS) : rows
    const changes = shown.map((row): ShownChange => ({
      ...row,
      cursor: writeChangeCursor(caller.accountId, row.number)
    }))
    const isWhole = shown.length === rows.length
    return { changes, after: isWhole ? after : shown.at(-1)!.number, more: more || !isWhole }
  }

  /**
   * The changes behind a place. Where there are none it waits for some, until the time is up, the reader is gone, or
   * the service stops. A null caller may not read any more: the key was revoked meanwhile.
   */
  async function readOrWait (
    reader: ChangeReader, after: number, query: ChangeQuery, waitMs: number
  ): Promise<ChangePage | null> {
    const deadline = performance.now() + waitMs
    let caller: Caller | null = await reader.caller()
    for (let page: ChangePage = { changes: [], after, more: true }; caller !== null; caller = await reader.caller()) {
      page = await read(caller, page.after, query)
      const leftMs = deadline - performance.now()
      if (page.changes.length > 0 || page.more || leftMs <= 0 || reader.gone.aborted || stopping.signal.aborted) {
        return page
      }
      await follower.wait(caller.accountId, page.after, leftMs, reader.gone)
    }
    return null
  }

  /**
   * The changes behind a place, and those that come, until the reader is gone, may not read any more, or the service
   * stops.
   */
  async function * follow (
    reader: ChangeReader, after: number, query: ChangeQuery
  ): AsyncGenerator<readonly ShownChange[]> {
    let place = after
    const limit = Math.min(query.limit, LONGEST_BURST)
    while (!reader.gone.aborted && !stopping.signal.aborted) {
      const page = await readOrWait(reader, place, { ...query, limit }, LONGEST_SLEEP_MS)
      if (page === null) return
      place = page.after
      if (page.changes.length > 0) yield page.changes
    }
  }

  return {
    newest,
    read,
    readOrWait,
    follow,
    cursorOf: ({ accountId }: Caller, after: number) => writeChangeCursor(accountId, after),
    /** The place that a cursor names; null where it is none of this account's answers. */
    placeOf: async (caller: Caller, cursor: string): Promise<number | null> => {
      const number = readChangeCursor(caller.accountId, cursor)
      return number === null || number > await newest(caller) ? null : number
    },
    get waiters () { return follower.waiters },
    stop: (): void => {
      stopping.abort()
      follower.stop()
    }
  }
}

export type Changes = ReturnType<typeof createChanges>

/** The first rows: so many, and so many characters of targets. One at least. */
function takeUpTo (rows: readonly ChangeRow[], limit: number, room: number): readonly ChangeRow[] {
  let characters = 0
  let count = 0
  while (count < Math.min(rows.length, limit) && (count === 0 || characters < room)) {
    characters += rows[count++]!.targets.length
  }
  return rows.slice(0, count)
}
