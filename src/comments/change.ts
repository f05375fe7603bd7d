import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { RoleRefused } from '../errors.js'
import type { ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import type { Drawing } from './drawing.js'
import { eventOf, isAuthor, requireComment } from './require.js'
import { mentionsOf, type WholeComment } from './rows.js'
import { drawingColumns, mentionColumns, requireMentioned, type SentIds } from './said.js'

/** The fields that an update may change. Absent fields stay. */
export interface CommentChanges {
  readonly text?: string
  /** Null takes it away. */
  readonly drawing?: Drawing | null
  readonly mentions?: SentIds
  readonly done?: boolean
}

/**
 * Only the author changes what the comment says, and everybody marks it as done. Throws RoleRefused, UserNotFound and
 * TooMany.
 */
export async function changeComment<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string, commentId: string, changes: CommentChanges,
  colleagues: ReadonlySet<number>
): Promise<WholeComment> {
  const { accountId } = tx.caller
  const { done, ...said } = changes
  const item = await lockItem(kind, tx, id, 'read')
  const before = await requireComment(tx.sql, accountId, item.id, commentId)
  const isSaid = Object.values(said).some((value) => value !== undefined)
  if (isSaid && !isAuthor(before, tx.caller)) throw new RoleRefused()
  const { text, drawing, mentions } = said
  const columns = {
    ...text !== undefined && { text },
    ...drawing !== undefined && await drawingColumns(tx, item.id, before.id, drawing),
    ...mentions !== undefined &&
      mentionColumns(await requireMentioned(tx, kind.type, item.id, mentions, colleagues))
  }
  const isDoneSame = done === undefined || done === Boolean(before.done)
  const isSame = isDoneSame && (['text', 'drawing', 'mentions'] as const)
    .every((name) => columns[name] === undefined || columns[name] === before[name])
  if (isSame) return before
  await tx.prisma.comment.updateMany({
    where: { id: before.id, accountId }, data: { ...columns, done, updatedAt: tx.time }
  })
  const after = await requireComment(tx.sql, accountId, item.id, commentId)
  const known = new Set(mentionsOf(before))
  const added = mentionsOf(after).filter((user) => !known.has(user))
  await record(tx, eventOf(kind, 'EDITED_COMMENT', item, after, added))
  return after
}
