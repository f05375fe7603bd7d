import { removeWithComments, withAttachments } from '../attachments/of-comments.js'
import { MEBIBYTE } from '../basics/units.js'
import { record } from '../core/events/record.js'
import { releaseThings } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { requireRight } from '../items/standing.js'
import { eventOf, isAuthor, requireComment } from './require.js'
import { listReplies, removeComments, weighReplies, type CommentRow } from './rows.js'

/**
 * The most comments that one transaction removes: each has an event, which carries the item. Other writes wait for one
 * transaction.
 */
const MOST_COMMENTS_AT_ONCE = 50
const MOST_BYTES_AT_ONCE = MEBIBYTE

/**
 * Removes a comment, and its replies before it: many of them in pieces, each a transaction. Throws the item's 404,
 * CommentNotFound and RoleRefused.
 */
export async function removeThread<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, { transact }: Unit, id: string, commentId: string
): Promise<void> {
  while (!await transact((tx) => removePiece(kind, tx, id, commentId))) { /* The next piece. */ }
}

/** Returns whether it was the last piece. */
async function removePiece<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string, commentId: string
): Promise<boolean> {
  const { accountId } = tx.caller
  const item = await lockItem(kind, tx, id, 'read')
  const comment = await requireComment(tx.sql, accountId, item.id, commentId)
  if (!isAuthor(comment, tx.caller)) await requireRight(kind, tx.sql, tx.caller, item.id, 'moderate')
  const count = await countFitting(tx, comment, JSON.stringify(kind.present(item)).length)
  const replies = await tx.sql.all(listReplies, [comment.id, accountId, count + 1])
  const isLast = replies.length <= count
  const rows = isLast ? [...replies, comment] : replies.slice(0, count)
  const removed = await withAttachments(tx.sql, accountId, item.id, rows)
  await removeWithComments(kind, tx, item, removed)
  await releaseThings(tx, 'comment', removed.map(({ id }) => id))
  await tx.sql.run(removeComments, [accountId, JSON.stringify(removed.map((row) => row.id))])
  await record(tx, ...removed.map((row) => eventOf(kind, 'REMOVED_COMMENT', item, row)))
  return isLast
}

/** How many replies fit into a piece: at least one. */
async function countFitting (tx: Transaction, { id }: CommentRow, itemBytes: number): Promise<number> {
  const sizes = await tx.sql.all(weighReplies, [id, tx.caller.accountId, MOST_COMMENTS_AT_ONCE])
  let room = MOST_BYTES_AT_ONCE
  const over = sizes.findIndex(({ bytes }) => (room -= bytes + itemBytes) < 0)
  return over === -1 ? MOST_COMMENTS_AT_ONCE : Math.max(over, 1)
}
