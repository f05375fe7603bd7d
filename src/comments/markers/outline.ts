import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { commentColumns, commentTables, type CommentRow } from '../rows.js'

/** A comment without its text. */
export type Place = Pick<CommentRow, 'id' | 'reply_to' | 'time' | 'duration'>

/** Comments that are read at once. */
const PAGE = 100
/** Later than any moment: comments without one come last. */
const NEVER = Infinity

/** $1 asset, $2 account */
const listPlaces = statement('comments_places', () =>
  'SELECT id, reply_to, time, duration FROM comments WHERE item_id = $1 AND account_id = $2 ORDER BY id')

/** $1 asset, $2 account, $3 JSON list of ids */
const listTexts = statement('comments_by_ids', (sql) => `
  SELECT ${commentColumns(sql, 'c.text', 'NULL')} FROM ${commentTables}
  WHERE c.item_id = $1 AND c.account_id = $2 AND ${sql.among('c.id', sql.integers('$3'))}`)

/** The comments on an asset, in the order of their moments, and each with its replies. */
export interface Thread {
  readonly comment: Place
  readonly replies: readonly Place[]
}

export async function readThreads ({ caller, reads }: Unit, assetId: string): Promise<Thread[]> {
  const places = await reads.sql.all<Place>(listPlaces, [assetId, caller.accountId])
  const threads = new Map<number, { comment: Place, replies: Place[] }>()
  for (const place of places) if (place.reply_to === null) threads.set(place.id, { comment: place, replies: [] })
  for (const place of places) if (place.reply_to !== null) threads.get(place.reply_to)?.replies.push(place)
  return [...threads.values()].sort((one, other) => compare(one.comment, other.comment))
}

export function compare (one: Place, other: Place): number {
  const [before, after] = [one.time ?? NEVER, other.time ?? NEVER]
  return before === after ? one.id - other.id : before - after
}

/** Reads comments, some at a time. They must be asked for in this order. One that was deleted meanwhile is left out. */
export function openTexts ({ caller, reads }: Unit, assetId: string, ids: readonly number[]) {
  let [next, end] = [0, 0]
  let page = new Map<number, CommentRow>()

  async function readNext (): Promise<CommentRow | undefined> {
    if (next === end) {
      end = Math.min(ids.length, next + PAGE)
      const wanted = JSON.stringify(ids.slice(next, end))
      const rows = await reads.sql.all<CommentRow>(listTexts, [assetId, caller.accountId, wanted])
      page = new Map(rows.map((row) => [row.id, row]))
    }
    return page.get(ids[next++]!)
  }

  return async (count: number): Promise<CommentRow[]> => {
    const found: CommentRow[] = []
    for (let left = Math.min(count, ids.length - next); left > 0; left--) {
      const row = await readNext()
      if (row !== undefined) found.push(row)
    }
    return found
  }
}
