import { toRowId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { colleaguesAmong } from '../items/colleagues.js'
import { requireViewers } from '../items/viewers.js'
import { toStored, type Drawing } from './drawing.js'
import { pointShare, requireShare } from './room.js'
import { countPoints } from './rows.js'

/** The checks of a comment that need other rows: of the users whom it mentions, and of the room for drawings. */

export const MOST_MENTIONS = 50

export type SentIds = ReadonlyArray<number | bigint>

/** The mentioned users whom the caller sees. Called before the transaction. */
export function colleaguesOf ({ caller, reads }: Unit, mentions: SentIds = []): Promise<ReadonlySet<number>> {
  return colleaguesAmong(reads.sql, caller, mentions.map(toRowId).filter((id) => id !== null))
}

/** The users who are mentioned, each once. Throws UserNotFound for the first who does not see the item. */
export async function requireMentioned (
  tx: Transaction, type: 'asset' | 'project', itemId: string, mentions: SentIds, colleagues: ReadonlySet<number>
): Promise<number[]> {
  if (mentions.length === 0) return []
  return (await requireViewers(tx, type, itemId, mentions, colleagues)).map(({ id }) => id)
}

/** The columns of mentions: null for none. */
export function mentionColumns (mentions: readonly number[]) {
  return { mentions: mentions.length === 0 ? null : JSON.stringify(mentions) }
}

/**
 * The columns of a drawing, which takes the place of that of a comment, or of none (0). Throws TooMany if the drawings
 * on the locked item have too many points together.
 */
export async function drawingColumns (
  { sql, caller }: Transaction, itemId: string, commentId: number, drawing: Drawing | null, isGuest = false
): Promise<{ drawing: string | null, points: number | null }> {
  if (drawing === null) return { drawing: null, points: null }
  const stored = toStored(drawing)
  const others = (await sql.first(countPoints, [itemId, caller.accountId, commentId]))!
  requireShare(pointShare, others, stored.points, isGuest)
  return stored
}
