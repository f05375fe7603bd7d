import type { Transaction } from '../core/transact.js'
import { toStored, type Drawing } from './drawing.js'
import { pointShare, requireShare } from './room.js'
import { countPoints } from './rows.js'

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
