import { withAttachments } from '../attachments/of-comments.js'
import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import type { Unit } from '../core/unit.js'
import { assetKind, type ItemKind } from '../items/kinds.js'
import { requireItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { addComment, type Guest, type NewComment } from './add.js'
import { changeComment, type CommentChanges } from './change.js'
import { lookUp, NOBODY } from './named.js'
import { removeThread } from './remove.js'
import { requireComment } from './require.js'
import { findComment, listComments, type ListedComment, type WholeComment } from './rows.js'

export { REPLY_RULE, type NewComment } from './add.js'

/** The keys of a comment that guests may not send. */
export type OfUsers = 'internal' | 'mentions' | 'mention_groups' | 'attachment_ids'

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
  async list (
    { caller: { accountId }, reads: { sql } }: Unit, itemId: string, { after, limit }: Page, isForGuests = false
  ): Promise<ListedComment[]> {
    const rows = await sql.all(listComments, [itemId, accountId, toRowId(after) ?? 0, limit, isForGuests ? 0 : 1])
    return withAttachments(sql, accountId, itemId, rows)
  },

  /** A large comment of the list. Null if it is gone. */
  readLarge: async (
    { caller: { accountId }, reads: { sql } }: Unit, itemId: string, { id, attachments }: ListedComment
  ): Promise<WholeComment | null> => {
    const row = await sql.first(findComment, [id, itemId, accountId])
    return row === undefined ? null : { ...row, attachments }
  },

  async find<Row extends AnyRow> (kind: ItemKind<Row>, { caller, reads }: Unit, id: string, commentId: string) {
    const item = await requireItem(kind, reads.sql, caller, id)
    return requireComment(reads.sql, caller.accountId, item.id, commentId)
  },

  /**
   * Throws InvalidParameter for another comment or an attachment, UserNotFound, NamedGroupNotFound or TooManyMentioned
   * for mentions, and TooMany.
   */
  async add<Row extends AnyRow> (kind: ItemKind<Row>, unit: Unit, id: string, comment: NewComment) {
    const known = await lookUp(unit, kind.type, id, comment)
    return unit.transact((tx) => addComment(kind, tx, id, comment, { guest: null, known }))
  },

  /**
   * The comment of a guest on an asset. The unit's caller is the account itself (`systemCaller`), as the link decides
   * what a guest sees. To guests, internal comments do not exist.
   */
  addOfGuest: ({ transact }: Unit, assetId: string, comment: Omit<NewComment, OfUsers>, guest: Guest) =>
    transact((tx) => addComment(assetKind, tx, assetId, comment, { guest, known: NOBODY })),

  /** Only the author changes what it says, and everybody marks it as done. Throws RoleRefused and as `add`. */
  async update<Row extends AnyRow> (
    kind: ItemKind<Row>, unit: Unit, id: string, commentId: string, changes: CommentChanges
  ) {
    const known = await lookUp(unit, kind.type, id, changes)
    return unit.transact((tx) => changeComment(kind, tx, id, commentId, changes, known))
  },

  /** Removes a comment with its replies. Throws RoleRefused. */
  remove: removeThread
}

export type Comments = typeof comments
