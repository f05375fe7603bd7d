import type { Transaction } from '../../core/transact.js'
import { FieldGroupNotFound } from '../../errors.js'
import { applyObject } from '../../fields/values/documents.js'
import { holdGroup, requireGroup } from '../../fields/values/group.js'
import { excessOf, replaceDocument, toStore } from '../../fields/values/stored.js'
import type { StoredValue } from '../../fields/types/index.js'
import { assetKind } from '../../items/kinds.js'
import type { AssetRow } from '../../items/rows.js'
import type { ValuesOfGroups } from '../definitions/rules.js'

/** Gives a new asset the values of a drop folder, which were checked when it was saved, of fields that are there. */
export async function setValues (tx: Transaction, asset: AssetRow, all: ValuesOfGroups): Promise<void> {
  for (const [groupId, values] of Object.entries(all)) {
    const group = await requireGroup(tx.sql, tx.caller, groupId).catch((error: unknown) => {
      if (error instanceof FieldGroupNotFound) return null
      throw error
    })
    if (group === null) continue
    await holdGroup(tx, group.id)
    const known = new Set(group.fields.map((field) => String(field.field_id)))
    const there = Object.entries(values).filter(([id]) => known.has(id))
    const changes = new Map(there as Array<[string, StoredValue | null]>)
    const after = toStore(applyObject(null, changes).document)
    if (after === null || await excessOf(group.id, null, after, async () => new Map()) !== null) continue
    await replaceDocument(assetKind, tx, asset, group.id, null, after)
  }
}
