import type { Caller } from '../core/caller.js'
import type { Sql, Statement } from '../database/sql.js'
import { toItemId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import type { ItemKind } from './kinds.js'
import type { AssetRow, ProjectRow } from './rows.js'

type AnyKind = Pick<ItemKind<never>, 'NotFound'>

/** Reads an item of the caller's account, active or in the trash. Throws its 404. */
export function requireItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, sql: Sql, caller: Caller, id: string
): Promise<Row> {
  return requireBy(kind, kind.statements.find, sql, caller, id)
}

/** The same as JSON, made by the database as for lists: making objects would take a tenth of a read. */
export async function readItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, sql: Sql, caller: Caller, id: string
): Promise<string> {
  return (await requireBy<{ json: string }>(kind, kind.statements.findJson, sql, caller, id)).json
}

/** Reads an item within a transaction, and locks it until the transaction ends. */
export async function lockItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, { sql, caller, held }: Transaction, id: string
): Promise<Row> {
  const known = held.get(id) as Row | undefined
  return known ?? requireBy(kind, kind.statements.lock, sql, caller, id)
}

async function requireBy<Found> (
  { NotFound }: AnyKind, find: Statement, sql: Sql, { accountId }: Caller, id: string
): Promise<Found> {
  const known = toItemId(id)
  const found = known === null ? undefined : await sql.first<Found>(find, [known, accountId])
  if (found === undefined) throw new NotFound()
  return found
}
