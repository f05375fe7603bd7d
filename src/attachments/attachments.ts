import { LARGEST_ROW_ID, toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Caller } from '../core/caller.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { Sql } from '../database/sql.js'
import { TooMany } from '../errors.js'
import { AttachmentNotFound } from './errors.js'
import type { ItemKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { requireRight } from '../items/standing.js'
import { removeLoose, renameLoose } from '../media/loose-files.js'
import type { Media } from '../media/media.js'
import type { NewUpload } from '../media/uploads/uploads.js'
import {
  countAttachments, findAttachment, listAttachments, presentAttachment, type Attachment, type AttachmentRow
} from './rows.js'

export const MOST_ATTACHMENTS = 100

export interface NewAttachment extends NewUpload {
  readonly description?: string
}

/** The fields that an update may change. Absent fields stay. */
export interface AttachmentChanges {
  readonly filename?: string
  readonly description?: string
}

type AnyRow = AssetRow | ProjectRow

/**
 * Files beside assets and projects. Their bytes come by uploads, and are those of loose files
 * (src/media/loose-files.ts). A missing item throws its 404, a missing attachment AttachmentNotFound, and a role that
 * does not allow it RoleRefused.
 */
export function createAttachments ({ uploads, signerFor }: Pick<Media, 'uploads' | 'signerFor'>) {
  return {
    /** The id for `list`. */
    require: async <Row extends AnyRow>(kind: ItemKind<Row>, { caller, reads }: Unit, id: string) =>
      (await requireItem(kind, reads.sql, caller, id)).id,

    /** The attachments of an item that was required before, the newest first. */
    list: ({ caller, reads }: Unit, itemId: string, { after, limit }: Page) =>
      reads.sql.all(listAttachments, [itemId, caller.accountId, toRowId(after) ?? LARGEST_ROW_ID, limit]),

    /** An attachment of the list with a large description. Null if it is gone. */
    readLarge: async ({ caller, reads }: Unit, itemId: string, id: number): Promise<AttachmentRow | null> =>
      await reads.sql.first(findAttachment, [id, itemId, caller.accountId]) ?? null,

    /** Presents attachments with URLs for the caller. */
    async presenter (
      { caller }: { readonly caller: Caller }, baseUrl: string
    ): Promise<(row: AttachmentRow) => Attachment> {
      const sign = await signerFor(caller, baseUrl)
      return (row) => presentAttachment(row, sign('download', row.file_id))
    },

    /** Adds an attachment, whose file is to be sent to the URL of its upload. Throws TooMany, and as uploads do. */
    async add<Row extends AnyRow> (
      kind: ItemKind<Row>, unit: Unit, id: string, { description = '', ...upload }: NewAttachment, baseUrl: string
    ) {
      const created = await uploads.createLoose(unit, upload, baseUrl, async (tx, fileId) => {
        const item = await lockItem(kind, tx, id, 'change')
        const added = await attachFile(kind, tx, item, fileId, description)
        return requireAttachment(tx.sql, tx.caller.accountId, item.id, String(added))
      })
      return { row: created.holder, upload: created.upload }
    },

    /** Changes name and description. This is no event. */
    update: <Row extends AnyRow>(
      kind: ItemKind<Row>, { transact }: Unit, id: string, attachmentId: string, changes: AttachmentChanges
    ) =>
      transact(async (tx): Promise<AttachmentRow> => {
        const { filename, description } = changes
        const { item, attachment } = await lockToChange(kind, tx, id, attachmentId)
        await requireRight(kind, tx.sql, tx.caller, item.id, 'change')
        if (filename !== undefined) await renameLoose(tx, attachment.file_id, filename)
        if (description !== undefined) {
          await tx.prisma.attachment.updateMany({
            where: { id: attachment.id, accountId: tx.caller.accountId }, data: { description }
          })
        }
        return requireAttachment(tx.sql, tx.caller.accountId, item.id, attachmentId)
      }),

    /** Removes an attachment, or cancels its upload. */
    remove: <Row extends AnyRow>(
      kind: ItemKind<Row>, { transact }: Unit, id: string, attachmentId: string
    ) =>
      transact(async (tx): Promise<void> => {
        const { item, attachment } = await lockToChange(kind, tx, id, attachmentId)
        await removeAttachments(kind, tx, item, [attachment])
      })
  }
}

export type Attachments = ReturnType<typeof createAttachments>

/** Makes a loose file an attachment of a locked item. It is added when its file is ready. Throws TooMany. */
export async function attachFile<Row extends AnyRow> (
  kind: ItemKind<Row>, tx: Transaction, item: Row, fileId: string, description = ''
): Promise<number> {
  const { accountId } = tx.caller
  const { count } = (await tx.sql.first(countAttachments, [item.id, accountId]))!
  if (count >= MOST_ATTACHMENTS) throw new TooMany(`${MOST_ATTACHMENTS} attachments`)
  const { id } = await tx.prisma.attachment.create({
    data: { accountId, itemType: kind.type, itemId: item.id, fileId, description }
  })
  return id
}

/** Throws AttachmentNotFound. */
async function requireAttachment (
  sql: Sql, accountId: number, itemId: string, sentId: string
): Promise<AttachmentRow> {
  const id = toRowId(sentId)
  const found = id === null ? undefined : await sql.first(findAttachment, [id, itemId, accountId])
  if (found === undefined) throw new AttachmentNotFound()
  return found
}

/** Attachments of a comment are changed by its author, and by users who may remove the comment. */
async function lockToChange<Row extends AnyRow> (
  kind: ItemKind<Row>, tx: Transaction, id: string, attachmentId: string
): Promise<{ item: Row, attachment: AttachmentRow }> {
  const { sql, caller } = tx
  const item = await lockItem(kind, tx, id, 'read')
  const attachment = await requireAttachment(sql, caller.accountId, item.id, attachmentId)
  const isOfComment = attachment.comment_id !== null
  if (!isOfComment || attachment.user_id !== caller.userId) {
    await requireRight(kind, sql, caller, item.id, isOfComment ? 'moderate' : 'change')
  }
  return { item, attachment }
}

/** Removes attachments of a locked item. One that was never ready has no event, as it was never added. */
export async function removeAttachments<Row extends AnyRow> (
  kind: ItemKind<Row>, tx: Transaction, item: Row, rows: readonly AttachmentRow[]
): Promise<void> {
  await removeLoose(tx, rows.map((row) => row.file_id))
  const added = rows.filter(({ status }) => status === 'ready')
  await record(tx, ...added.map((row) => eventOf(kind, 'REMOVED_ATTACHMENT', item, row)))
}

export function eventOf<Row extends AnyRow> (
  kind: ItemKind<Row>, name: 'ADDED_ATTACHMENT' | 'REMOVED_ATTACHMENT', item: Row, row: AttachmentRow
): EventDraft {
  const data = { attachment: presentAttachment(row, null) }
  return kind.event(name, item, { targets: { attachment_id: row.id }, data })
}
