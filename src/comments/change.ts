import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { RoleRefused } from '../errors.js'
import type { ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import type { Drawing } from './drawing.js'
import { eventOf, isAuthor, requireComment } from './require.js'
import { requireMentioned, type Known, type Naming } from './named.js'
import { mentionGroupsOf, type WholeComment } from './rows.js'
import { drawingColumns } from './said.js'

/** The fields that an update may change. Absent fields stay. */
export interface CommentChanges extends Naming {
  readonly text?: string
  /** Null takes it away. */
  readonly drawing?: Drawing | null
  readonly done?: boolean
}

/**
 * Only the author changes what the comment says, and everybody marks it as done. Throws RoleRefused, TooMany, and as
 * `requireMentioned`.
 */
export async function changeComment<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string, commentId: string, changes: CommentChanges,
  known: Known
): Promise<WholeComment> {
  const { accountId } = tx.caller
  const { done, ...said } = changes
  const item = await lockItem(kind, tx, id, 'read')
  const before = await requireComment(tx.sql, accountId, item.id, commentId)
  const isSaid = Object.values(said).some((value) => value !== undefined)
  if (isSaid && !isAuthor(before, tx.caller)) throw new RoleRefused()
  const { text, drawing } = said
  const mentioned = await requireMentioned(tx, kind.type, item.id, said, known, before)
  const columns = {
    ...text !== undefined && { text },
    ...drawing !== undefined && await drawingColumns(tx, item.id, before.id, drawing),
    ...mentioned.columns
  }
  const isDoneSame = done === undefined || done === Boolean(before.done)
  const areGroupsSame = columns.mentionGroups === undefined ||
    columns.mentionGroups === (before.mention_groups === null ? null : JSON.stringify(mentionGroupsOf(before)))
  const isSame = isDoneSame && areGroupsSame && (['text', 'drawing', 'mentions'] as const)
    .every((name) => columns[name] === undefined || columns[name] === before[name])
  if (isSame) return before
  await tx.prisma.comment.updateMany({
    where: { id: before.id, accountId }, data: { ...columns, done, updatedAt: tx.time }
  })
  const after = await requireComment(tx.sql, accountId, item.id, commentId)
  await record(tx, eventOf(kind, 'EDITED_COMMENT', item, after, mentioned.told))
  return after
}
