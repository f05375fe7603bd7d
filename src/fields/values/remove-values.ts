import { record } from '../../core/events/record.js'
import type { Release } from '../../core/release.js'
import { assetKind, projectKind, type ItemKind } from '../../items/kinds.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import { sizesOf } from '../../items/sizes.js'
import type { Transaction } from '../../core/transact.js'
import { LIMITS } from '../../trash/batches.js'
import { fitting } from '../../work/pieces/fitting.js'
import { createYielder } from '../../work/turns/yielding.js'
import { parseDocument, presentDocument, withoutField } from './documents.js'
import {
  listDocuments, listHolders, removeDocument, removeDocuments, removeDocumentsOfItems, storeDocument
} from './statements.js'

/** Removes stored values together with their field, group or item. */

type Change = 'EDITED_FIELD_GROUP' | 'REMOVED_FIELD_GROUP'

/**
 * Removes the values of a group, or of one field of it, from the next items that have some, and records it in the
 * history of each. Returns the last of the items; null if there are none left. Nobody can set such values any more.
 */
export async function removeSomeValues (
  tx: Transaction, groupId: number, fieldId: number | null, after: string
): Promise<string | null> {
  const holders = await tx.sql.all(listHolders, [groupId, tx.caller.accountId, after, LIMITS.items])
  if (holders.length === 0) return null
  const ids = fitting(await sizesOf(tx.sql, tx.caller.accountId, holders.map(({ id }) => id)), LIMITS)
  // Locks items before their values, as setting values does.
  const list = JSON.stringify(ids)
  const assets = await tx.sql.all(assetKind.statements.lockList, [tx.caller.accountId, list])
  const projects = await tx.sql.all(projectKind.statements.lockList, [tx.caller.accountId, list])
  const changes = fieldId === null
    ? await removeGroupFrom(tx, groupId, ids)
    : await removeFieldFrom(tx, groupId, fieldId, ids)
  await recordChanges(assetKind, tx, groupId, assets, changes)
  await recordChanges(projectKind, tx, groupId, projects, changes)
  return ids.at(-1)!
}

async function removeGroupFrom (
  tx: Transaction, groupId: number, ids: readonly string[]
): Promise<Map<string, Change>> {
  await tx.sql.run(removeDocuments, [JSON.stringify(ids), groupId, tx.caller.accountId])
  return new Map(ids.map((id) => [id, 'REMOVED_FIELD_GROUP']))
}

async function removeFieldFrom (
  tx: Transaction, groupId: number, fieldId: number, ids: readonly string[]
): Promise<Map<string, Change>> {
  const { accountId } = tx.caller
  const changes = new Map<string, Change>()
  const yieldNow = createYielder()
  for (const row of await tx.sql.all(listDocuments, [JSON.stringify(ids), groupId, accountId])) {
    await yieldNow()
    const after = withoutField(parseDocument(row.document), String(fieldId))
    const text = after === null ? null : JSON.stringify(presentDocument(after))
    if (text === row.document) continue
    if (text === null) await tx.sql.run(removeDocument, [row.item_id, groupId, accountId])
    else await tx.sql.run(storeDocument, [row.item_id, groupId, accountId, row.item_type, text])
    changes.set(row.item_id, text === null ? 'REMOVED_FIELD_GROUP' : 'EDITED_FIELD_GROUP')
  }
  return changes
}

/** Removes the values of items that are deleted for good. */
export const fieldValueRelease: Release = {
  async before (tx, _type, items) {
    await tx.sql.run(removeDocumentsOfItems, [JSON.stringify(items.map(({ id }) => id)), tx.caller.accountId])
  }
}

async function recordChanges<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, groupId: number, rows: readonly Row[], changes: ReadonlyMap<string, Change>
): Promise<void> {
  await record(
    tx,
    ...rows.filter(({ id }) => changes.has(id)).map((row) => {
      const change = changes.get(row.id)!
      const severity = change === 'REMOVED_FIELD_GROUP' ? 2 : 1
      return kind.event(change, row, { targets: { field_group_id: groupId }, severity })
    })
  )
}
