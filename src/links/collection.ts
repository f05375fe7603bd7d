import { countAmong, listAmong, placeOf } from '../collections/among.js'
import { findCollection, requireCollection } from '../collections/require.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { isBounded, mayChange } from '../items/sight.js'
import { nextTurn } from '../work/turns/next-turn.js'

/**
 * What a link of a collection shows: the active assets in it that the maker of the link may change. So a collection
 * shares no asset that its maker may not share.
 */

/** Assets that are read at once. Before their titles SQLite reads their texts, of a mebibyte each at most. */
const AT_ONCE = 25

/** An asset of the collection, with its place. */
export interface PlacedHead {
  readonly asset_id: string
  readonly title: string
  readonly media_type: string
  readonly at: number
}

const shown = `FROM collection_assets AS m JOIN assets AS a ON a.id = m.asset_id
  WHERE m.collection_id = $1 AND m.account_id = $2 AND a.cohort_id IS NULL`

/** $1 collection, $2 account, $3 behind this place, $4 limit */
const listHeads = statement('links_collection_assets', () => `
  SELECT m.asset_id, a.title, a.media_type, CAST(m.place AS double precision) AS at ${shown} AND m.place > $3
  ORDER BY m.place LIMIT $4`)

/** $1 collection, $2 account */
const countAll = statement('links_collection_count', () => `SELECT CAST(count(*) AS integer) AS count ${shown}`)

/** $1 collection, $2 asset */
const findInside = statement('links_collection_inside', () =>
  'SELECT asset_id FROM collection_assets WHERE collection_id = $1 AND asset_id = $2')

/** A page of the assets, in the order of the collection. Throws CollectionNotFound. */
export async function listShown (
  sql: Sql, maker: Caller, collectionId: string, page: Page
): Promise<PlacedHead[]> {
  const { id } = await requireCollection(sql, maker, collectionId)
  const read = async (place: number, limit: number) => {
    const heads: PlacedHead[] = []
    for (let wanted = limit; wanted > 0; wanted = limit - heads.length) {
      const size = Math.min(wanted, AT_ONCE)
      const piece = await sql.all<PlacedHead>(listHeads, [id, maker.accountId, heads.at(-1)?.at ?? place, size])
      heads.push(...piece)
      if (piece.length < size) break
      await nextTurn(maker)
    }
    return heads
  }
  return isBounded(maker) ? listAmong(sql, maker, 'change', page, read) : read(placeOf(page), page.limit)
}

/** The number of assets that a link of this user shows. */
export async function countShown (sql: Sql, maker: Caller, collectionId: number): Promise<number> {
  if (isBounded(maker)) return countAmong(sql, maker, 'change', collectionId)
  return (await sql.first<{ count: number }>(countAll, [collectionId, maker.accountId]))!.count
}

/** Whether an asset is in the collection, and the maker may change it. */
export async function isShownIn (sql: Sql, maker: Caller, collectionId: string, assetId: string): Promise<boolean> {
  const collection = await findCollection(sql, maker, collectionId)
  return collection !== null && await sql.first(findInside, [collection.id, assetId]) !== undefined &&
    mayChange(sql, maker, assetId)
}
