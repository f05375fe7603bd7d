import { withAttachments } from '../attachments/of-comments.js'
import { toRowId } from '../basics/ids.js'
import type { EventDraft } from '../core/events/record.js'
import type { Sql } from '../database/sql.js'
import { CommentNotFound } from './errors.js'
import type { ItemKind } from '../items/kinds.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { presentComment } from './present.js'
import { findComment, type CommentRow, type WholeComment } from './rows.js'

/** Guests have no accounts: nobody is the author of what they have written. */
export function isAuthor (comment: CommentRow, { userId }: { readonly userId: number }): boolean {
  return comment.guest_name === null && comment.user_id === userId
}

/** Throws CommentNotFound. */
export async function requireComment (
  sql: Sql, accountId: number, itemId: string, sentId: string
): Promise<WholeComment> {
  const id = toRowId(sentId)
  const found = id === null ? undefined : await sql.first(findComment, [id, itemId, accountId])
  if (found === undefined) throw new CommentNotFound()
  return (await withAttachments(sql, accountId, itemId, [found]))[0]!
}

/** The event of a comment. `mentioned` are the users whom it mentions for the first time. */
export function eventOf<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, name: 'EDITED_COMMENT' | 'REMOVED_COMMENT', item: Row, comment: WholeComment,
  mentioned: readonly number[] = []
): EventDraft {
  const data = { comment: presentComment(comment) }
  return kind.event(name, item, { targets: { comment_id: comment.id }, mentioned, data })
}
