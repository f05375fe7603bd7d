import { toDatabase } from '../basics/time.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Release } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { statement } from '../database/sql.js'
import type { ItemKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'

type FavoriteType = 'asset' | 'project' | 'collection'

/** $1 account, $2 type, $3 item, $4 user, $5 time */
const insert = statement('favorites_insert', (sql) => `
  INSERT INTO favorites (account_id, item_type, item_id, user_id, created_at)
  VALUES ($1, $2, $3, $4, ${sql.moment('$5')}) ON CONFLICT DO NOTHING`)

/** $1 account, $2 type, $3 item, $4 user */
const remove = statement('favorites_remove', () => `
  DELETE FROM favorites WHERE item_id = $3 AND item_type = $2 AND user_id = $4 AND account_id = $1`)

/** $1 account, $2 type, $3 item, $4 user */
const find = statement('favorites_find', () => `
  SELECT 1 AS found FROM favorites WHERE item_id = $3 AND item_type = $2 AND user_id = $4 AND account_id = $1`)

/** $1 account, $2 type, $3 JSON list of ids */
const removeOfItems = statement('favorites_remove_of_items', (sql) => `
  DELETE FROM favorites WHERE account_id = $1 AND item_type = $2 AND ${sql.among('item_id', sql.strings('$3'))}`)

/** Sets or removes the caller's own mark, and records the event if that changes anything. */
export async function mark (
  tx: Transaction, type: FavoriteType, id: string, isFavorite: boolean, event: EventDraft
): Promise<void> {
  const key = [tx.caller.accountId, type, id, tx.caller.userId]
  const changed = isFavorite
    ? await tx.sql.run(insert, [...key, toDatabase(tx.time)])
    : await tx.sql.run(remove, key)
  if (changed > 0) await record(tx, event)
}

/** Removes everybody's marks on what is deleted. */
export async function removeMarks (tx: Transaction, type: FavoriteType, ids: readonly string[]): Promise<void> {
  await tx.sql.run(removeOfItems, [tx.caller.accountId, type, JSON.stringify(ids)])
}

/** Reads and sets the caller's mark on something. */
export interface FavoriteOf {
  readonly has: (unit: Unit, id: string) => Promise<boolean>
  readonly set: (unit: Unit, id: string, isFavorite: boolean) => Promise<void>
}

export async function isMarked (
  { caller, reads }: Unit, type: FavoriteType, id: string
): Promise<boolean> {
  return await reads.sql.first(find, [caller.accountId, type, id, caller.userId]) !== undefined
}

/** Every user who sees an item may mark it. A missing one throws its 404. */
export function favoriteOfItem<Row extends AssetRow | ProjectRow> (kind: ItemKind<Row>): FavoriteOf {
  return {
    async has (unit, id) {
      const item = await requireItem(kind, unit.reads.sql, unit.caller, id)
      return isMarked(unit, kind.type, item.id)
    },
    set: ({ transact }, id, isFavorite) =>
      transact(async (tx) => {
        const item = await lockItem(kind, tx, id, 'read')
        await mark(tx, kind.type, item.id, isFavorite, {
          event: kind.event(isFavorite ? 'ADDED_FAVORITE' : 'REMOVED_FAVORITE'),
          targets: kind.targets(item.id),
          data: kind.data(item)
        })
      })
  }
}

export const favoriteRelease: Release = {
  before: (tx, type, items) => removeMarks(tx, type, items.map(({ id }) => id))
}
