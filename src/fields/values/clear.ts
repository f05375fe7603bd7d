import type { Unit } from '../../core/unit.js'
import { EntryNotFound, ReadOnlyValues } from '../../errors.js'
import type { ItemKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import { requireRight } from '../../items/standing.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import type { Transaction } from '../../core/transact.js'
import { isEntries, withoutEntry, type FieldDocument, type Values } from './documents.js'
import { requireExpected, type ExpectedValues } from './expected.js'
import { holdGroup } from './group.js'
import { findReadOnlyFields } from './statements.js'
import { loadDocument, replaceDocument, toStore } from './stored.js'

/**
 * Removes the values of an item in a group: all of them, or one entry. A missing item throws its 404, a missing group
 * FieldGroupNotFound. Values that only an administrator may set throw ReadOnlyValues, and values that are not as
 * expected PreconditionFailed; nothing is removed then.
 */
export const clearing = {
  /** Does nothing if nothing is stored. */
  clear: <Row extends AssetRow | ProjectRow>(
    kind: ItemKind<Row>, { caller, transact }: Unit, id: string, groupId: string, isExpected?: ExpectedValues
  ) =>
    transact(async (tx) => {
      const row = await lockItem(kind, tx, id, 'read')
      const group = await holdGroup(tx, groupId)
      await requireRight(kind, tx.sql, caller, row.id, 'change')
      await requireExpected(tx.sql, caller, row.id, group.id, isExpected)
      const before = await loadDocument(tx.sql, caller, row.id, group.id)
      if (before === null) return
      await requireEditable(tx, group.id, valuesOf(before.document))
      await replaceDocument(kind, tx, row, group.id, before, null)
    }),

  /** Throws EntryNotFound. */
  removeEntry: <Row extends AssetRow | ProjectRow>(
    kind: ItemKind<Row>, { caller, transact }: Unit, id: string, groupId: string, cfgId: string,
    isExpected?: ExpectedValues
  ) =>
    transact(async (tx) => {
      const row = await lockItem(kind, tx, id, 'read')
      const group = await holdGroup(tx, groupId)
      const before = await loadDocument(tx.sql, caller, row.id, group.id)
      const rest = before === null ? null : withoutEntry(before.document, cfgId)
      if (rest === null) throw new EntryNotFound()
      await requireRight(kind, tx.sql, caller, row.id, 'change')
      await requireExpected(tx.sql, caller, row.id, group.id, isExpected)
      await requireEditable(tx, group.id, [rest.removed])
      await replaceDocument(kind, tx, row, group.id, before, toStore(rest.document))
    })
}

async function requireEditable (tx: Transaction, groupId: number, removed: readonly Values[]): Promise<void> {
  if (tx.caller.admin) return
  const fields = await tx.sql.all(findReadOnlyFields, [groupId, tx.caller.accountId])
  if (fields.some(({ id }) => removed.some((values) => Object.hasOwn(values, id)))) throw new ReadOnlyValues()
}

function valuesOf (document: FieldDocument): readonly Values[] {
  return isEntries(document) ? document.map(({ values }) => values) : [document]
}
