import { countAmong, listAmong } from '../collections/among.js'
import { findCollection, requireCollection } from '../collections/require.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { mayChange } from '../items/sight.js'

/**
 * What a link of a collection shows: the active assets in it that the maker of the link may change. So a collection
 * shares no asset that its maker may not share.
 */

/** An asset of the collection, with its place. */
export interface PlacedHead {
  readonly asset_id: string
  readonly title: string
  readonly media_type: string
  readonly at: number
}

/** $1 collection, $2 account, $3 behind this place, $4 limit */
const listHeads = statement('links_collection_assets', () => `
  SELECT m.asset_id, a.title, a.media_type, m.place AS at
  FROM collection_assets AS m JOIN assets AS a ON a.id = m.asset_id
  WHERE m.collection_id = $1 AND m.account_id = $2 AND a.cohort_id IS NULL AND m.place > $3
  ORDER BY m.place LIMIT $4`)

/** $1 collection, $2 asset */
const findInside = statement('links_collection_inside', () =>
  'SELECT asset_id FROM collection_assets WHERE collection_id = $1 AND asset_id = $2')

/** A page of the assets, in the order of the collection. Throws CollectionNotFound. */
export async function listShown (
  sql: Sql, maker: Caller, collectionId: string, page: Page
): Promise<PlacedHead[]> {
  const { id } = await requireCollection(sql, maker, collectionId)
  return listAmong(sql, maker, 'change', page, (place, limit) =>
    sql.all<PlacedHead>(listHeads, [id, maker.accountId, place, limit]))
}

/** The number of assets that a link of this user shows. */
export function countShown (sql: Sql, maker: Caller, collectionId: number): Promise<number> {
  return countAmong(sql, maker, 'change', collectionId)
}

/** Whether an asset is in the collection, and the maker may change it. */
export async function isShownIn (sql: Sql, maker: Caller, collectionId: string, assetId: string): Promise<boolean> {
  const collection = await findCollection(sql, maker, collectionId)
  return collection !== null && await sql.first(findInside, [collection.id, assetId]) !== undefined &&
    mayChange(sql, maker, assetId)
}
