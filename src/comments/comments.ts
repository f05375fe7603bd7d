import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { InvalidParameter, RoleRefused, TooMany } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { assetKind, type ItemKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { removeThread } from './remove.js'
import { eventOf, isAuthor, requireComment } from './require.js'
import { countComments, findComment, listComments, type Area, type CommentRow, type ListedComment } from './rows.js'

export const MOST_COMMENTS = 5000

export const REPLY_RULE = 'Must be the id of a comment that is no reply'

export interface NewComment {
  readonly text: string
  readonly internal?: boolean
  readonly reply_to?: number | bigint
  /** Seconds. */
  readonly time?: number
  readonly duration?: number
  readonly page?: number
  readonly area?: Area
}

/** A guest, who has opened a link. */
export interface Guest {
  readonly linkId: number
  readonly name: string
}

/** The fields that an update may change. Absent fields stay. */
export interface CommentChanges {
  readonly text?: string
  readonly done?: boolean
}

type AnyRow = AssetRow | ProjectRow

/**
 * Comments on assets and projects. Every user who sees the item may read and write them, and mark them as done. A
 * missing item throws its 404, and a missing comment CommentNotFound.
 */
export const comments = {
  /** The id for `list`. */
  require: async <Row extends AnyRow>(kind: ItemKind<Row>, { caller, reads }: Unit, id: string) =>
    (await requireItem(kind, reads.sql, caller, id)).id,

  /** The comments on an item that was required before, oldest first: to guests without the internal ones. */
  list: ({ caller, reads }: Unit, itemId: string, { after, limit }: Page, isForGuests = false) =>
    reads.sql.all<ListedComment>(listComments, [itemId, caller.accountId, toRowId(after) ?? 0, limit,
      isForGuests ? 0 : 1]),

  /** A large comment of the list. Null if it is gone. */
  readLarge: async ({ caller, reads }: Unit, itemId: string, id: number): Promise<CommentRow | null> =>
    await reads.sql.first<CommentRow>(findComment, [id, itemId, caller.accountId]) ?? null,

  async find<Row extends AnyRow> (kind: ItemKind<Row>, { caller, reads }: Unit, id: string, commentId: string) {
    const item = await requireItem(kind, reads.sql, caller, id)
    return requireComment(reads.sql, caller.accountId, item.id, commentId)
  },

  /** Throws InvalidParameter if the other comment cannot be replied to, and TooMany. */
  add: <Row extends AnyRow>(kind: ItemKind<Row>, { transact }: Unit, id: string, comment: NewComment) =>
    transact((tx) => addComment(kind, tx, id, comment, null)),

  /**
   * The comment of a guest on an asset. The unit's caller is the account itself (`systemCaller`), as the link decides
   * what a guest sees. To guests, internal comments do not exist.
   */
  addOfGuest: ({ transact }: Unit, assetId: string, comment: Omit<NewComment, 'internal'>, guest: Guest) =>
    transact((tx) => addComment(assetKind, tx, assetId, comment, guest)),

  /** Only the author changes the text, and everybody marks it as done. Throws RoleRefused. */
  update: <Row extends AnyRow>(
    kind: ItemKind<Row>, { caller, transact }: Unit, id: string, commentId: string, { text, done }: CommentChanges
  ) =>
    transact(async (tx): Promise<CommentRow> => {
      const item = await lockItem(kind, tx, id, 'read')
      const before = await requireComment(tx.sql, caller.accountId, item.id, commentId)
      if (text !== undefined && !isAuthor(before, caller)) throw new RoleRefused()
      const isSame = (text ?? before.text) === before.text && (done ?? Boolean(before.done)) === Boolean(before.done)
      if (isSame) return before
      await tx.prisma.comment.updateMany({
        where: { id: before.id, accountId: caller.accountId }, data: { text, done, updatedAt: tx.time }
      })
      const after = await requireComment(tx.sql, caller.accountId, item.id, commentId)
      await record(tx, eventOf(kind, 'EDITED_COMMENT', item, after))
      return after
    }),

  /** Removes a comment with its replies. Throws RoleRefused. */
  remove: removeThread
}

export type Comments = typeof comments

async function addComment<Row extends AnyRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string, comment: NewComment, guest: Guest | null
): Promise<CommentRow> {
  const { accountId, userId } = tx.caller
  const { text, internal = false, reply_to: replyTo, time, duration, page, area } = comment
  const item = await lockItem(kind, tx, id, 'read')
  const parent = replyTo === undefined ? null : await requireParent(tx, item.id, replyTo, guest)
  const { count } = (await tx.sql.first<{ count: number }>(countComments, [item.id, accountId]))!
  if (count >= MOST_COMMENTS) throw new TooMany(`${MOST_COMMENTS} comments`)
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
      createdAt: tx.time,
      updatedAt: tx.time
    }
  })
  const row = await requireComment(tx.sql, accountId, item.id, String(added.id))
  const event = eventOf(kind, 'ADDED_COMMENT', item, row)
  await record(tx, guest === null ? event : { ...event, targets: { ...event.targets, link_id: guest.linkId } })
  return row
}

/** The comment that is replied to. Throws InvalidParameter. */
async function requireParent (
  tx: Transaction, itemId: string, replyTo: number | bigint, guest: Guest | null
): Promise<CommentRow> {
  const id = toRowId(replyTo)
  const parent = id === null
    ? undefined
    : await tx.sql.first<CommentRow>(findComment, [id, itemId, tx.caller.accountId])
  const isHidden = guest !== null && Boolean(parent?.internal)
  if (parent === undefined || parent.reply_to !== null || isHidden) {
    throw new InvalidParameter('reply_to', inspect(replyTo), REPLY_RULE)
  }
  return parent
}

function toText ({ x, y, width, height }: Area): string {
  return JSON.stringify({ x, y, width, height })
}
