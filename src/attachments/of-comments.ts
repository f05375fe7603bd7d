import { toRowId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import { statement, type Sql } from '../database/sql.js'
import { InvalidParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import type { ItemKind } from '../items/kinds.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { requireRight } from '../items/standing.js'
import { removeAttachments } from './attachments.js'
import { attachmentColumns, attachmentTables, type AttachmentRow } from './rows.js'

/** The attachments of comments: an author puts some of their own on a comment, and they go with it. */

export const MOST_OF_COMMENT = 10

export const ATTACHMENTS_RULE = 'Must be ids of attachments of your own on this item that are on no comment'

/** $1 account, $2 item, $3 user, $4 comment, $5 JSON list of ids */
const putOnComment = statement('attachments_put_on_comment', (sql) => `
  UPDATE attachments SET comment_id = $4
  WHERE account_id = $1 AND item_id = $2 AND comment_id IS NULL AND ${sql.among('id', sql.integers('$5'))}
    AND (SELECT file.user_id FROM media_files AS file WHERE file.id = attachments.file_id) = $3`)

/** $1 item, $2 account */
const listOnComments = statement<AttachmentRow>('attachments_on_comments', (sql) => `
  SELECT ${attachmentColumns(sql)} FROM ${attachmentTables}
  WHERE a.item_id = $1 AND a.account_id = $2 AND a.comment_id IS NOT NULL ORDER BY a.id`)

/**
 * Puts attachments on a new comment on a locked item. The caller may have had the right when their uploads began, and
 * needs it now. Throws RoleRefused and InvalidParameter.
 */
export async function putAttachments<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, itemId: string, commentId: number, sent: ReadonlyArray<number | bigint>
): Promise<void> {
  if (sent.length === 0) return
  const { sql, caller } = tx
  const { accountId, userId } = caller
  await requireRight(kind, sql, caller, itemId, 'change')
  const ids = [...new Set(sent.map(toRowId))]
  const count = ids.includes(null)
    ? 0
    : await sql.run(putOnComment, [accountId, itemId, userId, commentId, JSON.stringify(ids)])
  if (count < ids.length) throw new InvalidParameter('attachment_ids', inspect(sent), ATTACHMENTS_RULE)
}

/** Adds to comments on an item the attachments that they have. */
export async function withAttachments<Comment extends { readonly id: number }> (
  sql: Sql, accountId: number, itemId: string, comments: readonly Comment[]
): Promise<Array<Comment & { readonly attachments: readonly AttachmentRow[] }>> {
  const rows = comments.length === 0 ? [] : await sql.all(listOnComments, [itemId, accountId])
  return comments.map((comment) =>
    ({ ...comment, attachments: rows.filter(({ comment_id: commentId }) => commentId === comment.id) }))
}

/** Removes the attachments of comments that are being removed from a locked item. */
export async function removeWithComments<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, item: Row,
  comments: ReadonlyArray<{ readonly attachments: readonly AttachmentRow[] }>
): Promise<void> {
  const rows = comments.flatMap(({ attachments }) => attachments)
  if (rows.length > 0) await removeAttachments(kind, tx, item, rows)
}
