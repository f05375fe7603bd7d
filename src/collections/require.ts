import { toRowId } from '../basics/ids.js'
import type { Caller } from '../core/caller.js'
import type { Transaction } from '../core/transact.js'
import { statement, type Sql } from '../database/sql.js'
import { RoleRefused } from '../errors.js'
import { CollectionNotFound } from './errors.js'
import { findSeen, seenBy, type CollectionRow } from './rows.js'

/** $1 collection, $2 account */
const lock = statement('collections_lock', (sql) =>
  `SELECT id FROM collections WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL ${sql.forUpdate}`)

/** Reads a collection that the caller sees. Null if there is none. */
export async function findCollection (sql: Sql, caller: Caller, sentId: string): Promise<CollectionRow | null> {
  const id = toRowId(sentId)
  return id === null ? null : await sql.first(findSeen, seenBy(caller, id)) ?? null
}

/** The same. Throws CollectionNotFound. */
export async function requireCollection (sql: Sql, caller: Caller, sentId: string): Promise<CollectionRow> {
  const row = await findCollection(sql, caller, sentId)
  if (row === null) throw new CollectionNotFound()
  return row
}

/**
 * Locks a collection that the caller sees, so that concurrent changes run one after the other. Throws
 * CollectionNotFound.
 */
export async function lockCollection ({ sql, caller }: Transaction, sentId: string): Promise<CollectionRow> {
  const id = toRowId(sentId)
  if (id !== null) await sql.first(lock, [id, caller.accountId])
  return requireCollection(sql, caller, sentId)
}

/** A collection is changed by its owner, a public one also by administrators. Throws RoleRefused. */
export function requireChange ({ userId, admin }: Caller, { user_id: ownerId }: CollectionRow): void {
  if (userId !== ownerId && !admin) throw new RoleRefused()
}
