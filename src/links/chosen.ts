import { listAmong } from '../collections/among.js'
import { findCollection, requireCollection } from '../collections/require.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { mayChange } from '../items/standing.js'

/**
 * What a link of a collection or of a selection shows: the active assets in it that the maker of the link may change.
 * So neither shares an asset that its maker may not share.
 */

/** What has chosen assets in an order of its own. */
export interface Choice {
  readonly type: 'collection' | 'selection'
  readonly id: string
}

/** One of the assets, with its place. */
export interface PlacedHead {
  readonly asset_id: string
  readonly title: string
  readonly media_type: string
  readonly at: number
}

/** $1 collection or link, $2 account, $3 behind this place, $4 limit */
const listHeads = (type: Choice['type'], table: string, column: string) =>
  statement<PlacedHead>(`links_${type}_assets`, () => `
  SELECT m.asset_id, a.title, a.media_type, m.place AS at
  FROM ${table} AS m JOIN assets AS a ON a.id = m.asset_id
  WHERE m.${column} = $1 AND m.account_id = $2 AND a.cohort_id IS NULL AND m.place > $3
  ORDER BY m.place LIMIT $4`)

/** $1 collection or link, $2 asset */
const findInside = (type: Choice['type'], table: string, column: string) =>
  statement(`links_${type}_inside`, () => `SELECT asset_id FROM ${table} WHERE ${column} = $1 AND asset_id = $2`)

const statements = {
  collection: {
    list: listHeads('collection', 'collection_assets', 'collection_id'),
    inside: findInside('collection', 'collection_assets', 'collection_id')
  },
  selection: {
    list: listHeads('selection', 'link_assets', 'link_id'),
    inside: findInside('selection', 'link_assets', 'link_id')
  }
}

/** A page of the assets, in their order. Throws CollectionNotFound. */
export async function listShown (
  sql: Sql, maker: Caller, { type, id }: Choice, page: Page
): Promise<PlacedHead[]> {
  const key = type === 'selection' ? Number(id) : (await requireCollection(sql, maker, id)).id
  return listAmong(sql, maker, 'change', page, (place, limit) =>
    sql.all(statements[type].list, [key, maker.accountId, place, limit]))
}

/** Whether an asset is among them, and the maker may change it. */
export async function isShownIn (sql: Sql, maker: Caller, { type, id }: Choice, assetId: string): Promise<boolean> {
  const key = type === 'selection' ? Number(id) : (await findCollection(sql, maker, id))?.id
  return key !== undefined && await sql.first(statements[type].inside, [key, assetId]) !== undefined &&
    mayChange('asset', sql, maker, assetId)
}
