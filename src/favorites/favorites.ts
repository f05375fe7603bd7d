import { toDatabase } from '../basics/time.js'
import type { Caller } from '../core/caller.js'
import type { EventKind } from '../core/events/forms.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Release } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { statement, type Sql } from '../database/sql.js'
import type { ItemKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import { favoritesOfRemoved } from './of-removed.js'

/** What has events of favorites. */
type FavoriteType = { [kind in EventKind]: kind extends `${infer Type}_ADDED_FAVORITE` ? Lowercase<Type> : never }[EventKind]

/** $1 account, $2 type, $3 id, $4 user, $5 time */
const insert = statement('favorites_insert', (sql) => `
  INSERT INTO favorites (account_id, item_type, item_id, user_id, created_at)
  VALUES ($1, $2, $3, $4, ${sql.moment('$5')}) ON CONFLICT DO NOTHING`)

/** $1 account, $2 type, $3 id, $4 user */
const remove = statement('favorites_remove', () => `
  DELETE FROM favorites WHERE item_id = $3 AND item_type = $2 AND user_id = $4 AND account_id = $1`)

/** $1 account, $2 type, $3 id, $4 user */
const find = statement('favorites_find', () => `
  SELECT 1 AS found FROM favorites WHERE item_id = $3 AND item_type = $2 AND user_id = $4 AND account_id = $1`)

/** $1 account, $2 type, $3 JSON list of ids */
const removeOfItems = statement('favorites_remove_of_items', (sql) => `
  DELETE FROM favorites WHERE account_id = $1 AND item_type = $2 AND ${sql.among('item_id', sql.strings('$3'))}`)

/** A kind of thing that users mark. A missing one throws its 404. */
export interface Markable {
  readonly type: FavoriteType
  /** Requires one that the caller sees. */
  readonly require: (sql: Sql, caller: Caller, id: string) => Promise<{ readonly id: string | number }>
  /** The same, locked, with its events. */
  readonly lock: (tx: Transaction, id: string) => Promise<Locked>
}

interface Locked {
  readonly id: string | number
  readonly event: (name: `${'ADDED' | 'REMOVED'}_FAVORITE`) => EventDraft
}

/** Reads and sets the caller's mark on something. Everybody who sees it may mark it. */
export interface FavoriteOf {
  readonly has: (unit: Unit, id: string) => Promise<boolean>
  readonly set: (unit: Unit, id: string, isFavorite: boolean) => Promise<void>
}

export function createFavoriteOf ({ type, require, lock }: Markable): FavoriteOf {
  return {
    async has ({ caller, reads: { sql } }, sentId) {
      const { id } = await require(sql, caller, sentId)
      return await sql.first(find, [caller.accountId, type, String(id), caller.userId]) !== undefined
    },
    set: ({ transact }, sentId, isFavorite) =>
      transact(async (tx) => {
        const { id, event } = await lock(tx, sentId)
        const key = [tx.caller.accountId, type, String(id), tx.caller.userId]
        const changed = isFavorite
          ? await tx.sql.run(insert, [...key, toDatabase(tx.time)])
          : await tx.sql.run(remove, key)
        if (changed === 0) return
        await record(tx, event(isFavorite ? 'ADDED_FAVORITE' : 'REMOVED_FAVORITE'))
      })
  }
}

export function favoriteOfItem<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>): FavoriteOf {
  return createFavoriteOf({
    type: kind.type,
    require: (sql, caller, id) => requireItem(kind, sql, caller, id),
    async lock (tx, id) {
      const item = await lockItem(kind, tx, id, 'read')
      return { id: item.id, event: (name) => kind.event(name, item) }
    }
  })
}

async function release ({ sql, caller }: Transaction, type: string, ids: readonly string[]): Promise<void> {
  await sql.run(removeOfItems, [caller.accountId, type, JSON.stringify(ids)])
}

/** Removes everybody's marks on what is deleted. */
export const favoriteRelease: Release = {
  before: (tx, type, items) => release(tx, type, items.map(({ id }) => id)),
  ofDomain: release,
  ofRemoved: favoritesOfRemoved
}
