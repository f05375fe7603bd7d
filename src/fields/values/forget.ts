import { setImmediate as turn } from 'node:timers/promises'
import type { Statement } from '../../database/sql.js'
import { record } from '../../core/events/record.js'
import type { Release } from '../../core/release.js'
import { assetKind, projectKind, type ItemKind } from '../../items/kinds.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import type { Transaction } from '../../core/transact.js'
import { parseDocument, presentDocument, withoutField } from './documents.js'
import { createYielder } from './yielder.js'
import { listDocuments, listHolders, removeDocument, removeDocuments, removeDocumentsOfItems, storeDocument } from './statements.js'

/** What becomes of stored values when what they were stored for goes. */

/** What an item holds in a group may have a megabyte: so many are held in memory at once. */
const DOCUMENTS_PAGE = 50
/** And so many items are told of at once that it is gone. */
const HOLDERS_PAGE = 200
const BYTES_A_TURN = 256 * 1024

interface DocumentRow {
  readonly item_id: string
  readonly item_type: 'asset' | 'project'
  readonly document: string
}

/** Removes all values of a locked group, and tells it in the history of each item that had some. */
export async function forgetGroup (tx: Transaction, groupId: number): Promise<void> {
  for await (const rows of pagesOf<{ item_id: string }>(tx, listHolders, groupId, HOLDERS_PAGE)) {
    const ids = rows.map((row) => row.item_id)
    await tx.sql.run(removeDocuments, [JSON.stringify(ids), groupId, tx.caller.accountId])
    await recordRemoval(assetKind, tx, groupId, ids)
    await recordRemoval(projectKind, tx, groupId, ids)
  }
}

/** Removes the values of one field of a locked group. */
export async function forgetField (tx: Transaction, groupId: number, fieldId: number): Promise<void> {
  const { accountId } = tx.caller
  const yielder = createYielder(BYTES_A_TURN)
  for await (const rows of pagesOf<DocumentRow>(tx, listDocuments, groupId, DOCUMENTS_PAGE)) {
    for (const row of rows) {
      await yielder(row.document.length)
      const before = parseDocument(row.document)
      const after = withoutField(before, String(fieldId))
      if (after === null) await tx.sql.run(removeDocument, [row.item_id, groupId, accountId])
      else await tx.sql.run(storeDocument, [row.item_id, groupId, accountId, row.item_type, JSON.stringify(presentDocument(after))])
    }
  }
}

/** The values of items that are deleted for good. */
export const fieldValueRelease: Release = {
  async before (tx, _type, items) {
    await tx.sql.run(removeDocumentsOfItems, [JSON.stringify(items.map(({ id }) => id)), tx.caller.accountId])
  }
}

async function * pagesOf<Row extends { item_id: string }> (tx: Transaction, statement: Statement, groupId: number, size: number): AsyncGenerator<Row[]> {
  let after = ''
  while (true) {
    const rows = await tx.sql.all<Row>(statement, [groupId, tx.caller.accountId, after, size])
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.item_id
    await turn()
  }
}

async function recordRemoval<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, tx: Transaction, groupId: number, ids: readonly string[]): Promise<void> {
  const items = await tx.sql.all<Row>(kind.statements.findList, [tx.caller.accountId, JSON.stringify(ids)])
  const event = kind.event('REMOVED_FIELD_GROUP')
  await record(tx, ...items.map((row) => (
    { event, targets: { ...kind.targets(row.id), field_group_id: groupId }, severity: 2, data: kind.data(row) } as const)))
}
