import type { Caller } from '../../access/caller.js'
import type { Database } from '../../database/database.js'
import type { Sql } from '../../database/sql.js'
import { FieldGroupNotFound } from '../../errors.js'
import { record } from '../../events/record.js'
import { toRowId } from '../../ids.js'
import type { ItemKind } from '../../items/kinds.js'
import { lockItem, requireItem } from '../../items/require.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import type { Transact, Transaction } from '../../transact.js'
import type { CheckTools } from '../types/index.js'
import { createChecker, type FieldFailure, type GroupField, type SentValues } from './check.js'
import { applyEntries, applyObject, orNull, parseDocument, presentDocument, type Changes, type EntryChanges, type FieldDocument } from './documents.js'
import { findDocument, findGroupFields, removeDocument, shareGroup, storeDocument } from './statements.js'

export interface FieldValuesDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly tools: CheckTools
}

/** What the answer of section 4.6 holds: the group's values, or every failure, and then nothing was stored. */
export type ValuesResult = { readonly groupId: number, readonly shown: object } | { readonly failures: readonly FieldFailure[] }

type Checked = { readonly object: Changes } | { readonly entries: readonly EntryChanges[] }

/** The group has changed since the values were checked. */
class GroupChanged extends Error {}

/**
 * Custom field values of assets and projects. Whatever names a missing item throws its 404, a missing group FieldGroupNotFound.
 */
export function createFieldValues ({ database, transact, tools }: FieldValuesDependencies) {
  const load = async (sql: Sql, caller: Caller, itemId: string, groupId: number): Promise<FieldDocument | null> => {
    const row = await sql.first<{ document: string }>(findDocument, [itemId, groupId, caller.accountId])
    return row === undefined ? null : parseDocument(row.document)
  }

  async function read<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, caller: Caller, id: string, sentGroupId: string): Promise<ValuesResult> {
    const item = await requireItem(kind, database.reads.sql, caller, id)
    const group = await requireGroup(database.reads.sql, caller, sentGroupId)
    return { groupId: group.id, shown: presentDocument(await load(database.reads.sql, caller, item.id, group.id) ?? {}) }
  }

  /** Values are checked before the transaction, as cleaning rich text takes its time, and again if the group has changed meanwhile. */
  async function set<Row extends AssetRow | ProjectRow> (
    kind: ItemKind<Row>, caller: Caller, id: string, sentGroupId: string, sent: SentValues | readonly SentValues[]
  ): Promise<ValuesResult> {
    const item = await requireItem(kind, database.reads.sql, caller, id)
    const group = await requireGroup(database.reads.sql, caller, sentGroupId)
    const failures: FieldFailure[] = []
    const { checkObject, checkEntry } = createChecker(group.fields, caller, tools, failures)
    let checked: Checked
    if (isList(sent)) {
      const entries: EntryChanges[] = []
      for (const entry of sent) entries.push(await checkEntry(entry))
      checked = { entries }
    } else {
      checked = { object: await checkObject(sent) }
    }
    if (failures.length > 0) return { failures }
    try {
      const shown = await transact(caller, (tx) => store(kind, tx, item.id, group, checked))
      return { groupId: group.id, shown }
    } catch (error) {
      if (error instanceof GroupChanged) return set(kind, caller, id, sentGroupId, sent)
      throw error
    }
  }

  async function store<Row extends AssetRow | ProjectRow> (
    kind: ItemKind<Row>, tx: Transaction, itemId: string, group: Group, checked: Checked
  ): Promise<object> {
    const row = await lockItem(kind, tx, itemId)
    const current = await tx.sql.first<{ revision: number }>(shareGroup, [group.id, tx.caller.accountId])
    if (current === undefined) throw new FieldGroupNotFound()
    if (current.revision !== group.revision) throw new GroupChanged()

    const before = await load(tx.sql, tx.caller, row.id, group.id)
    const { document, shown } = apply(before, checked)
    const after = orNull(document)
    if (isSame(before, after)) return shown
    if (after === null) await tx.sql.run(removeDocument, [row.id, group.id, tx.caller.accountId])
    else await tx.sql.run(storeDocument, [row.id, group.id, tx.caller.accountId, kind.type, JSON.stringify(presentDocument(after))])
    const change = before === null ? 'ADDED_FIELD_GROUP' : 'EDITED_FIELD_GROUP'
    await record(tx, { event: kind.event(change), targets: { ...kind.targets(row.id), field_group_id: group.id }, data: kind.data(row) })
    return shown
  }

  return { read, set }
}

export type FieldValues = ReturnType<typeof createFieldValues>

interface Group {
  readonly id: number
  readonly revision: number
  readonly fields: readonly GroupField[]
}

async function requireGroup (sql: Sql, caller: Caller, sentId: string): Promise<Group> {
  const id = toRowId(sentId)
  const rows = id === null
    ? []
    : await sql.all<{ group_id: number, revision: number } & (GroupField | { field_id: null })>(findGroupFields, [id, caller.accountId])
  if (rows.length === 0) throw new FieldGroupNotFound()
  const { group_id: groupId, revision } = rows[0]!
  return { id: groupId, revision, fields: rows.filter((row) => row.field_id !== null) }
}

function apply (before: FieldDocument | null, checked: Checked): { document: FieldDocument, shown: object } {
  if ('entries' in checked) {
    const document = applyEntries(before, checked.entries)
    return { document, shown: presentDocument(document) }
  }
  return applyObject(before, checked.object)
}

function isSame (before: FieldDocument | null, after: FieldDocument | null): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}

function isList (sent: SentValues | readonly SentValues[]): sent is readonly SentValues[] {
  return Array.isArray(sent)
}
