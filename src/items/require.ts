import type { Verb } from '../access/roles.js'
import type { Caller } from '../core/caller.js'
import type { Sql, Statement } from '../database/sql.js'
import { toItemId } from '../basics/ids.js'
import type { Transaction } from '../core/transact.js'
import type { ItemKind } from './kinds.js'
import type { AssetRow, ProjectRow } from './rows.js'
import { isBounded } from './sight.js'
import { requireRight, seenAmong } from './standing.js'

type AnyKind = Pick<ItemKind<AssetRow | ProjectRow>, 'NotFound' | 'type' | 'statements'>

/** Reads an item that the caller sees, active or in the trash. Throws its 404. */
export function requireItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, sql: Sql, caller: Caller, id: string
): Promise<Row> {
  return requireBy(kind, kind.statements.find, sql, caller, id)
}

/** The same as JSON, made by the database as for lists: making objects would take a tenth of a read. */
export async function readItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, sql: Sql, caller: Caller, id: string
): Promise<string> {
  return (await requireBy(kind, kind.statements.findJson, sql, caller, id)).json
}

/** Makes sure that the caller sees all items of a list, active or in the trash. Throws their 404. */
export async function requireItems (
  { type, NotFound, statements }: AnyKind,
  sql: Sql,
  caller: Caller,
  ids: readonly string[]
): Promise<void> {
  const count = isBounded(caller)
    ? (await seenAmong(type, sql, caller, ids)).size
    : (await sql.all(statements.known, [caller.accountId, JSON.stringify(ids)])).length
  if (count < new Set(ids).size) throw new NotFound()
}

/**
 * Reads an item within a transaction, and locks it until the transaction ends. Throws its 404, and RoleRefused if the
 * caller sees the item, but may not do this with it. If another 404 comes before that refusal, the verb is `read`, and
 * `requireRight` follows.
 */
export async function lockItem<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>, { sql, caller, held }: Transaction, id: string, verb: Verb
): Promise<Row> {
  const known = held.get(id) as Row | undefined
  const row = known ?? await findBy(kind, kind.statements.lock, sql, caller, id)
  if (isBounded(caller)) await requireRight(kind, sql, caller, row.id, verb)
  return row
}

async function requireBy<Found> (
  kind: AnyKind, find: Statement<Found>, sql: Sql, caller: Caller, id: string
): Promise<Found> {
  const found = await findBy<Found>(kind, find, sql, caller, id)
  if (isBounded(caller)) await requireRight(kind, sql, caller, id, 'read')
  return found
}

async function findBy<Found> (
  { NotFound }: AnyKind, find: Statement<Found>, sql: Sql, { accountId }: Caller, id: string
): Promise<Found> {
  const known = toItemId(id)
  const found = known === null ? undefined : await sql.first(find, [known, accountId])
  if (found === undefined) throw new NotFound()
  return found
}
