import { record } from '../../core/events/record.js'
import type { Release } from '../../core/release.js'
import { assetKind, projectKind, type ItemKind } from '../../items/kinds.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import type { Transaction } from '../../core/transact.js'
import { fitting, PIECE, type Size } from '../../trash/pieces.js'
import { parseDocument, presentDocument, withoutField } from './documents.js'
import { createYielder } from './yielder.js'
import {
  listDocuments, listHolders, removeDocument, removeDocuments, removeDocumentsOfItems, storeDocument
} from './statements.js'

/** What becomes of stored values when what they were stored for goes. */

const BYTES_A_TURN = 256 * 1024

interface DocumentRow {
  readonly item_id: string
  readonly item_type: 'asset' | 'project'
  readonly document: string
}

/**
 * Removes the values of a group, or of one field of it, from the next items that have some, and tells of a group in the
 * history of each. Returns the last of the items; null where there are none left. Nobody sets values of it any more.
 */
export async function forgetSome (
  tx: Transaction, groupId: number, fieldId: number | null, after: string
): Promise<string | null> {
  const holders = await tx.sql.all<Size>(listHolders, [groupId, tx.caller.accountId, after, PIECE])
  if (holders.length === 0) return null
  const ids = fieldId === null
    ? await forgetGroupOf(tx, groupId, holders)
    : await forgetFieldOf(tx, groupId, fieldId, holders)
  return ids.at(-1)!
}

async function forgetGroupOf (tx: Transaction, groupId: number, holders: readonly Size[]): Promise<string[]> {
  const { accountId } = tx.caller
  const list = JSON.stringify(holders.map(({ id }) => id))
  const bytes = new Map<string, number>()
  for (const { statements } of [assetKind, projectKind]) {
    for (const size of await tx.sql.all<Size>(statements.sizes, [accountId, list])) bytes.set(size.id, size.bytes)
  }
  const ids = fitting(holders.map(({ id }) => ({ id, bytes: bytes.get(id) ?? 0 })))
  await tx.sql.run(removeDocuments, [JSON.stringify(ids), groupId, accountId])
  await recordRemoval(assetKind, tx, groupId, ids)
  await recordRemoval(projectKind, tx, groupId, ids)
  return ids
}

async function forgetFieldOf (
  tx: Transaction, groupId: number, fieldId: number, holders: readonly Size[]
): Promise<string[]> {
  const { accountId } = tx.caller
  const ids = fitting(holders)
  const yielder = createYielder(BYTES_A_TURN)
  for (const row of await tx.sql.all<DocumentRow>(listDocuments, [JSON.stringify(ids), groupId, accountId])) {
    await yielder(row.document.length)
    const before = parseDocument(row.document)
    const after = withoutField(before, String(fieldId))
    if (after === null) await tx.sql.run(removeDocument, [row.item_id, groupId, accountId])
    else {
      await tx.sql.run(storeDocument, [row.item_id, groupId, accountId, row.item_type,
        JSON.stringify(presentDocument(after))])
    }
  }
  return ids
}

/** The values of items that are deleted for good. */
export const fieldValueRelease: Release = {
  async before (tx, _type, items) {
    await tx.sql.run(removeDocumentsOfItems, [JSON.stringify(items.map(({ id }) => id)), tx.caller.accountId])
  }
}

async function recordRemoval<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, groupId: number, ids: readonly string[]
): Promise<void> {
  const items = await tx.sql.all<Row>(kind.statements.findList, [tx.caller.accountId, JSON.stringify(ids)])
  const event = kind.event('REMOVED_FIELD_GROUP')
  await record(
    tx,
    ...items.map((row) => (
      {
        event,
        targets: { ...kind.targets(row.id), field_group_id: groupId },
        severity: 2,
        data: kind.data(row)
      } as const
    ))
  )
}
