import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { nextTurn } from '../../work/turns/next-turn.js'
import { commentColumns, commentTables, type CommentRow } from '../rows.js'

/** A comment without its text. */
export type Place = Pick<CommentRow, 'id' | 'reply_to' | 'time' | 'duration'>

/** Places that are read at once: on SQLite, the long texts before them are read too. */
const PLACES = 500
/** Comments that are read at once: two megabytes at most. */
const PAGE = 50
/** Later than any moment: comments without one come last. */
const NEVER = Infinity

/** $1 asset, $2 account, $3 after this id, $4 limit */
const listPlaces = statement<Place>('comments_places', (sql) => `
  SELECT id, reply_to, time, duration FROM comments
  WHERE ${sql.behind('item_id', '$1', 'id', '$3')} AND account_id = $2 ORDER BY id LIMIT $4`)

/** $1 asset, $2 account, $3 JSON list of ids */
const listTexts = statement<CommentRow>('comments_by_ids', (sql) => `
  SELECT ${commentColumns(sql, 'c.text', 'NULL')} FROM ${commentTables}
  WHERE c.item_id = $1 AND c.account_id = $2 AND ${sql.among('c.id', sql.integers('$3'))}`)

/** The comments on an asset, in the order of their moments, and each with its replies. */
export interface Thread {
  readonly comment: Place
  readonly replies: readonly Place[]
}

export async function readThreads ({ caller, reads }: Unit, assetId: string): Promise<Thread[]> {
  const places: Place[] = []
  for (let isAll = false; !isAll; await nextTurn(caller)) {
    const page = await reads.sql.all(listPlaces, [assetId, caller.accountId, places.at(-1)?.id ?? 0, PLACES])
    places.push(...page)
    isAll = page.length < PLACES
  }
  const threads = new Map<number, { comment: Place, replies: Place[] }>()
  for (const place of places) if (place.reply_to === null) threads.set(place.id, { comment: place, replies: [] })
  for (const place of places) if (place.reply_to !== null) threads.get(place.reply_to)?.replies.push(place)
  return [...threads.values()].sort((one, other) => compare(one.comment, other.comment))
}

export function compare (one: Place, other: Place): number {
  const [before, after] = [one.time ?? NEVER, other.time ?? NEVER]
  return before === after ? one.id - other.id : before - after
}

/** Reads comments by their positions, with those behind it. One that was deleted meanwhile is undefined. */
export function openTexts ({ caller, reads }: Unit, assetId: string, ids: readonly number[]) {
  let [first, end] = [0, 0]
  let page = new Map<number, CommentRow>()

  return async (position: number): Promise<CommentRow | undefined> => {
    if (position < first || position >= end) {
      [first, end] = [position, position + PAGE]
      const wanted = JSON.stringify(ids.slice(first, end))
      const rows = await reads.sql.all(listTexts, [assetId, caller.accountId, wanted])
      page = new Map(rows.map((row) => [row.id, row]))
    }
    return page.get(ids[position]!)
  }
}
