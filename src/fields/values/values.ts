import type { Caller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import type { ItemKind } from '../../items/kinds.js'
import { lockItem, requireItem } from '../../items/require.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import { readsOf, type Transact, type Transaction } from '../../core/transact.js'
import { createChecker, type SentValues, type SharedTools } from './check.js'
import { applyEntries, applyObject, type Changes, type EntryChanges } from './documents.js'
import { Failures } from './failures.js'
import { holdGroup, requireGroup, type Group } from './group.js'
import { createRemoval } from './remove.js'
import { excessOf, loadDocument, loadText, replaceDocument, toStore } from './stored.js'

export interface FieldValuesDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly tools: SharedTools
}

/** What the answer of section 4.6 holds: the group's values, as JSON; or every failure, and then nothing was stored. */
export type ValuesResult = { readonly groupId: number, readonly shown: string } | { readonly failures: Failures }

type Checked = { readonly object: Changes } | { readonly entries: readonly EntryChanges[] }

/** The group has changed since the values were checked. */
class GroupChanged extends Error {}

/**
 * Custom field values of assets and projects. Whatever names a missing item throws its 404, a missing group
 * FieldGroupNotFound.
 */
export function createFieldValues ({ database, transact, tools }: FieldValuesDependencies) {
  async function read<Row extends AssetRow | ProjectRow> (
    kind: ItemKind<Row>, caller: Caller, id: string, sentGroupId: string
  ): Promise<ValuesResult> {
    const { sql } = readsOf(database, caller)
    const item = await requireItem(kind, sql, caller, id)
    const group = await requireGroup(sql, caller, sentGroupId)
    return { groupId: group.id, shown: await loadText(sql, caller, item.id, group.id) ?? '{}' }
  }

  /**
   * Values are checked before the transaction, as a hundred thousand of them, or rich text to be cleaned, take their
   * time; and again if the group has changed meanwhile.
   */
  async function set<Row extends AssetRow | ProjectRow> (
    kind: ItemKind<Row>, caller: Caller, id: string, sentGroupId: string, sent: SentValues | readonly SentValues[]
  ): Promise<ValuesResult> {
    const { sql } = readsOf(database, caller)
    const item = await requireItem(kind, sql, caller, id)
    const group = await requireGroup(sql, caller, sentGroupId)
    const failures = new Failures()
    const { checkObject, checkEntries } = createChecker(group.fields, caller, tools, failures)
    const checked = isList(sent) ? { entries: await checkEntries(group.id, sent) } : { object: await checkObject(sent) }
    if (!failures.isEmpty) return { failures }
    try {
      return await transact(caller, (tx) => store(kind, tx, item.id, group, checked))
    } catch (error) {
      if (error instanceof GroupChanged) return set(kind, caller, id, sentGroupId, sent)
      throw error
    }
  }

  return { read, set, ...createRemoval({ transact }) }
}

export type FieldValues = ReturnType<typeof createFieldValues>

async function store<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, tx: Transaction, itemId: string, group: Group, checked: Checked
): Promise<ValuesResult> {
  const row = await lockItem(kind, tx, itemId)
  const { revision } = await holdGroup(tx, group.id)
  if (revision !== group.revision) throw new GroupChanged()

  const before = await loadDocument(tx.sql, tx.caller, row.id, group.id)
  const stored = before?.document ?? null
  const { document, shown } = 'entries' in checked
    ? { document: applyEntries(stored, checked.entries), shown: null }
    : applyObject(stored, checked.object)
  const after = toStore(document)
  const excess = excessOf(before, after)
  if (excess !== null) {
    const failures = new Failures()
    failures.add(String(group.id), excess)
    return { failures }
  }
  await replaceDocument(kind, tx, row, group.id, before, after)
  return { groupId: group.id, shown: shown === null ? after?.text ?? '[]' : JSON.stringify(shown) }
}

function isList (sent: SentValues | readonly SentValues[]): sent is readonly SentValues[] {
  return Array.isArray(sent)
}
