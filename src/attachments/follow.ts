import { record } from '../core/events/record.js'
import type { Release } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import { AssetNotFound, ProjectNotFound } from '../errors.js'
import { assetKind, projectKind, type ItemKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { mayChange } from '../items/standing.js'
import { removeLoose, type Holder } from '../media/loose-files.js'
import { LeaseLost } from '../work/claims/claim.js'
import { eventOf } from './attachments.js'
import { filesOfItems, findOfFile, type AttachmentRow } from './rows.js'

/** An attachment is added when its file is ready. */
export const attachmentHolder: Holder = {
  async lock (tx, fileId) {
    const found = await findByFile(tx, fileId)
    if (found === undefined) return null
    const { item_type: type, item_id: itemId } = found
    return type === 'asset' ? lockIn(assetKind, tx, itemId, fileId) : lockIn(projectKind, tx, itemId, fileId)
  },
  async mayAdd (sql, user, fileId) {
    const found = await sql.first(findOfFile, [fileId, user.accountId])
    return found === undefined ? null : mayChange(found.item_type, sql, user, found.item_id)
  }
}

async function lockIn<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, itemId: string, fileId: string
) {
  const item = await lockItem(kind, tx, itemId, 'read').catch((error: unknown) => {
    throw error instanceof AssetNotFound || error instanceof ProjectNotFound ? new LeaseLost() : error
  })
  return whenReady(kind, tx, item, fileId)
}

/** What is done when the file of an attachment of a locked item is ready. */
export function whenReady<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, item: Row, fileId: string
): () => Promise<void> {
  return async () => record(tx, eventOf(kind, 'ADDED_ATTACHMENT', item, await requireOfFile(tx, fileId)))
}

/** An attachment that is removed takes its file along. */
async function requireOfFile (tx: Transaction, fileId: string): Promise<AttachmentRow> {
  const found = await findByFile(tx, fileId)
  if (found === undefined) throw new LeaseLost()
  return found
}

async function findByFile ({ sql, caller }: Transaction, fileId: string): Promise<AttachmentRow | undefined> {
  return sql.first(findOfFile, [fileId, caller.accountId])
}

/** Removes the attachments of items that are deleted for good. */
export const attachmentRelease: Release = {
  async before (tx, _type, items) {
    const list = JSON.stringify(items.map(({ id }) => id))
    const rows = await tx.sql.all(filesOfItems, [tx.caller.accountId, list])
    if (rows.length > 0) await removeLoose(tx, rows.map((row) => row.file_id))
  }
}
