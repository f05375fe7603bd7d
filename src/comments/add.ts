import { putAttachments } from '../attachments/of-comments.js'
import { toRowId } from '../basics/ids.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { InvalidParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import type { ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { findPresent } from '../media/versions/present-file.js'
import type { Drawing } from './drawing.js'
import { presentComment } from './present.js'
import { requireComment } from './require.js'
import { commentShare, requireShare } from './room.js'
import { requireMentioned, type Known, type Naming, type SentIds } from './named.js'
import { countComments, findComment, type Area, type CommentRow, type WholeComment } from './rows.js'
import { drawingColumns } from './said.js'

export const REPLY_RULE = 'Must be the id of a comment that is no reply'

export interface NewComment extends Naming {
  readonly text: string
  readonly internal?: boolean
  readonly reply_to?: number | bigint
  /** Seconds. */
  readonly time?: number
  readonly duration?: number
  readonly page?: number
  readonly area?: Area
  readonly drawing?: Drawing | null
  readonly attachment_ids?: SentIds
}

/** A guest, who has opened a link. */
export interface Guest {
  readonly linkId: number
  readonly name: string
}

/** Who comments: a user, with what is known of those who are mentioned, or a guest, who mentions nobody. */
export interface Author {
  readonly guest: Guest | null
  readonly known: Known
}

/** Writes a comment. Throws the item's 404, InvalidParameter, TooMany, and as `requireMentioned`. */
export async function addComment<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string, comment: NewComment, { guest, known }: Author
): Promise<WholeComment> {
  const { accountId, userId } = tx.caller
  const { text, internal = false, reply_to: replyTo, time, duration, page, area } = comment
  const item = await lockItem(kind, tx, id, 'read')
  const parent = replyTo === undefined ? null : await requireParent(tx, item.id, replyTo, guest)
  const mentioned = await requireMentioned(tx, kind.type, item.id, comment, known)
  requireShare(commentShare, (await tx.sql.first(countComments, [item.id, accountId]))!, 1, guest !== null)
  const present = kind.type === 'asset' ? await findPresent(tx.sql, accountId, item.id) : null
  const added = await tx.prisma.comment.create({
    data: {
      accountId,
      itemType: kind.type,
      itemId: item.id,
      userId: guest === null ? userId : 0,
      guestName: guest?.name,
      linkId: guest?.linkId,
      text,
      internal: internal || Boolean(parent?.internal),
      replyTo: parent?.id,
      time,
      duration,
      page,
      area: area && toText(area),
      ...await drawingColumns(tx, item.id, 0, comment.drawing ?? null, guest !== null),
      ...mentioned.columns,
      mediaId: present?.id,
      version: present?.version,
      createdAt: tx.time,
      updatedAt: tx.time
    }
  })
  await putAttachments(kind, tx, item.id, added.id, comment.attachment_ids ?? [])
  const row = await requireComment(tx.sql, accountId, item.id, String(added.id))
  await record(tx, kind.event('ADDED_COMMENT', item, {
    targets: { comment_id: row.id, ...guest !== null && { link_id: guest.linkId } },
    mentioned: mentioned.told,
    data: { comment: presentComment(row) }
  }))
  return row
}

/** The comment that is replied to. Throws InvalidParameter. */
async function requireParent (
  tx: Transaction, itemId: string, replyTo: number | bigint, guest: Guest | null
): Promise<CommentRow> {
  const id = toRowId(replyTo)
  const parent = id === null
    ? undefined
    : await tx.sql.first(findComment, [id, itemId, tx.caller.accountId])
  const isHidden = guest !== null && Boolean(parent?.internal)
  if (parent === undefined || parent.reply_to !== null || isHidden) {
    throw new InvalidParameter('reply_to', inspect(replyTo), REPLY_RULE)
  }
  return parent
}

function toText ({ x, y, width, height }: Area): string {
  return JSON.stringify({ x, y, width, height })
}
