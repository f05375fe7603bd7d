import type { Caller } from '../core/caller.js'
import type { Sql } from '../database/sql.js'
import { toItemId } from '../core/ids.js'
import type { Transaction } from '../core/transact.js'
import type { ItemKind } from './kinds.js'
import type { AssetRow, ProjectRow } from './rows.js'

/** Reads an item of the caller's account, active or in the trash. Throws its 404. */
export async function requireItem<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, sql: Sql, caller: Caller, id: string): Promise<Row> {
  const known = toItemId(id)
  const row = known === null ? undefined : await sql.first<Row>(kind.statements.find, [known, caller.accountId])
  if (row === undefined) throw new kind.NotFound()
  return row
}

/** The same as JSON, made by the database as lists are: for reads, of which the making of objects would be a tenth. */
export async function readItem<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, sql: Sql, caller: Caller, id: string): Promise<string> {
  const known = toItemId(id)
  const row = known === null ? undefined : await sql.first<{ json: string }>(kind.statements.findJson, [known, caller.accountId])
  if (row === undefined) throw new kind.NotFound()
  return row.json
}

/** Reads it within a transaction, and nobody else changes the item until the transaction ends. */
export async function lockItem<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>, tx: Transaction, id: string): Promise<Row> {
  const known = toItemId(id)
  const row = known === null ? undefined : await tx.sql.first<Row>(kind.statements.lock, [known, tx.caller.accountId])
  if (row === undefined) throw new kind.NotFound()
  return row
}
