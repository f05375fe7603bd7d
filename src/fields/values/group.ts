import type { Caller } from '../../core/caller.js'
import type { Sql } from '../../database/sql.js'
import { FieldGroupNotFound } from '../../errors.js'
import { toRowId } from '../../basics/ids.js'
import type { Transaction } from '../../core/transact.js'
import type { GroupField } from './check.js'
import { findGroupFields, shareGroup } from './statements.js'

/** The part of a field group that its values depend on. */
export interface Group {
  readonly id: number
  /** Changes whenever the group or a field of it changes. */
  readonly revision: number
  readonly fields: readonly GroupField[]
}

/** Throws FieldGroupNotFound. */
export async function requireGroup (sql: Sql, caller: Caller, sentId: string): Promise<Group> {
  const id = toRowId(sentId)
  const rows = id === null
    ? []
    : await sql.all(findGroupFields, [id, caller.accountId])
  if (rows.length === 0) throw new FieldGroupNotFound()
  const { group_id: groupId, revision } = rows[0]!
  return { id: groupId, revision, fields: rows.filter((row) => row.field_id !== null) }
}

/** A group that nobody changes until the transaction ends. Throws FieldGroupNotFound. */
export async function holdGroup (tx: Transaction, sentId: string | number): Promise<{ id: number, revision: number }> {
  const id = toRowId(sentId)
  const group = id === null
    ? undefined
    : await tx.sql.first(shareGroup, [id, tx.caller.accountId])
  if (group === undefined) throw new FieldGroupNotFound()
  return { id: id!, revision: group.revision }
}
