import type { Unit } from '../../core/unit.js'
import type { ItemKind } from '../../items/kinds.js'
import { lockItem, requireItem } from '../../items/require.js'
import { requireRight } from '../../items/standing.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import type { Transaction } from '../../core/transact.js'
import { createChecker, type SentValues, type SharedTools } from './check.js'
import { applyEntries, applyObject, type Changes, type EntryChanges } from './documents.js'
import { Failures } from './failures.js'
import { requireExpected, type ExpectedValues, type ValuesResult } from './expected.js'
import { holdGroup, requireGroup, type Group } from './group.js'
import { clearing } from './clear.js'
import { excessOf, loadDocument, loadText, replaceDocument, toStore, weighItem } from './stored.js'

type SentDocument = SentValues | readonly SentValues[]

/** Values that were checked against a state of a group. */
interface Checked {
  readonly group: Group
  readonly changes: { readonly object: Changes } | { readonly entries: readonly EntryChanges[] }
  readonly failures: Failures
}

/** The group has changed since the values were checked. */
class GroupChanged extends Error {}

/**
 * Custom field values of assets and projects. A missing item throws its 404, a missing group FieldGroupNotFound, and
 * values that are not as expected PreconditionFailed.
 */
export function createFieldValues ({ tools }: { tools: SharedTools }) {
  async function read<Row extends AssetRow | ProjectRow> (
    kind: ItemKind<Row>, { caller, reads: { sql } }: Unit, id: string, sentGroupId: string, isExpected?: ExpectedValues
  ): Promise<ValuesResult> {
    const item = await requireItem(kind, sql, caller, id)
    const group = await requireGroup(sql, caller, sentGroupId)
    await requireExpected(sql, caller, item.id, group.id, isExpected)
    return { groupId: group.id, shown: await loadText(sql, caller, item.id, group.id) ?? '{}' }
  }

  /** Values checked before the transaction was open, by the sent body. */
  const checkedBefore = new WeakMap<SentDocument, Checked>()

  async function check ({ caller }: Unit, group: Group, sent: SentDocument): Promise<Checked> {
    const failures = new Failures()
    const { checkObject, checkEntries } = createChecker(group.fields, caller, tools, failures)
    const changes = isList(sent) ? { entries: await checkEntries(group.id, sent) } : { object: await checkObject(sent) }
    return { group, changes, failures }
  }

  /**
   * Checks values for a `set` within a transaction, which must not wait for slow checks: a hundred thousand values, or
   * rich text to clean.
   */
  async function prepare (unit: Unit, sentGroupId: string, sent: SentDocument): Promise<void> {
    checkedBefore.set(sent, await check(unit, await requireGroup(unit.reads.sql, unit.caller, sentGroupId), sent))
  }

  /** Values are checked before the transaction, and again if the group has changed since. */
  async function set<Row extends AssetRow | ProjectRow> (
    kind: ItemKind<Row>, unit: Unit, id: string, sentGroupId: string, sent: SentDocument, isExpected?: ExpectedValues
  ): Promise<ValuesResult> {
    const { caller, reads: { sql }, transact } = unit
    const item = await requireItem(kind, sql, caller, id)
    const group = await requireGroup(sql, caller, sentGroupId)
    await requireRight(kind, sql, caller, item.id, 'change')
    const before = checkedBefore.get(sent)
    const checked = before !== undefined && isSame(before.group, group) ? before : await check(unit, group, sent)
    if (!checked.failures.isEmpty) {
      await requireExpected(sql, caller, item.id, group.id, isExpected)
      return { failures: checked.failures }
    }
    try {
      return await transact((tx) => store(kind, tx, item.id, checked, isExpected))
    } catch (error) {
      if (error instanceof GroupChanged) return set(kind, unit, id, sentGroupId, sent, isExpected)
      throw error
    }
  }

  return { read, prepare, set, ...clearing }
}

export type FieldValues = ReturnType<typeof createFieldValues>

async function store<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, itemId: string, { group, changes }: Checked, isExpected?: ExpectedValues
): Promise<ValuesResult> {
  const row = await lockItem(kind, tx, itemId, 'change')
  const { revision } = await holdGroup(tx, group.id)
  if (revision !== group.revision) throw new GroupChanged()
  await requireExpected(tx.sql, tx.caller, row.id, group.id, isExpected)

  const before = await loadDocument(tx.sql, tx.caller, row.id, group.id)
  const stored = before?.document ?? null
  const { document, shown } = 'entries' in changes
    ? { document: applyEntries(stored, changes.entries), shown: null }
    : applyObject(stored, changes.object)
  const after = toStore(document)
  const excess = await excessOf(group.id, before, after, () => weighItem(tx.sql, tx.caller, row.id))
  if (excess !== null) {
    const failures = new Failures()
    failures.add(String(group.id), excess)
    return { failures }
  }
  await replaceDocument(kind, tx, row, group.id, before, after)
  return { groupId: group.id, shown: shown === null ? after?.text ?? '[]' : JSON.stringify(shown) }
}

function isSame (one: Group, other: Group): boolean {
  return one.id === other.id && one.revision === other.revision
}

function isList (sent: SentDocument): sent is readonly SentValues[] {
  return Array.isArray(sent)
}
