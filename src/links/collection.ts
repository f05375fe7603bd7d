import { findCollection, requireCollection } from '../collections/require.js'
import type { Page } from '../basics/page.js'
import type { Caller } from '../core/caller.js'
import { statement, type Dialect, type Sql, type SqlValue } from '../database/sql.js'
import { changesAsset, isBounded, mayChange } from '../items/sight.js'

/**
 * What a link of a collection shows: the active assets in it that the maker of the link may change. Nobody who may not
 * make a link of an asset can make one by way of a collection.
 */

/** An asset of the collection, with its place. */
export interface PlacedHead {
  readonly id: string
  readonly title: string
  readonly media_type: string
  readonly at: number
}

const shown = 'm.collection_id = $1 AND m.account_id = $2 AND a.cohort_id IS NULL'
const tables = 'collection_assets AS m JOIN assets AS a ON a.id = m.asset_id'

const listing = (name: string, condition: (sql: Dialect) => string) => statement(`links_collection_${name}`, (sql) => `
  SELECT a.id, a.title, a.media_type, CAST(m.place AS double precision) AS at FROM ${tables}
  WHERE ${shown} AND m.place > $3 ${condition(sql)} ORDER BY m.place LIMIT $4`)

/** $1 collection, $2 account, $3 behind this place, $4 limit */
const listAll = listing('assets', () => '')
/** $5 user, $6 e-mail */
const listChanged = listing('own_assets', (sql) => `AND ${changesAsset(sql, '$5', '$2', '$6')}`)

const counting = (name: string, condition: (sql: Dialect) => string) => statement(`links_collection_${name}`, (sql) => `
  SELECT CAST(count(*) AS integer) AS count FROM ${tables} WHERE ${shown} ${condition(sql)}`)

/** $1 collection, $2 account */
const countAll = counting('count', () => '')
/** $3 user, $4 e-mail */
const countChanged = counting('own_count', (sql) => `AND ${changesAsset(sql, '$3', '$2', '$4')}`)

/** $1 collection, $2 asset */
const findInside = statement('links_collection_inside', () =>
  'SELECT asset_id FROM collection_assets WHERE collection_id = $1 AND asset_id = $2')

/** Before all places. */
const BEGINNING = -Number.MAX_SAFE_INTEGER

const makerOf = ({ userId, email }: Caller): SqlValue[] => [userId, email]

/** A page of the assets, in the order of the collection. Throws CollectionNotFound. */
export async function listShown (
  sql: Sql, maker: Caller, collectionId: string, { after, limit }: Page
): Promise<PlacedHead[]> {
  const { id } = await requireCollection(sql, maker, collectionId)
  const parameters = [id, maker.accountId, after === '' ? BEGINNING : Number(after), limit]
  return isBounded(maker)
    ? sql.all<PlacedHead>(listChanged, [...parameters, ...makerOf(maker)])
    : sql.all<PlacedHead>(listAll, parameters)
}

/** How many assets a link shows that this user makes. */
export async function countShown (sql: Sql, maker: Caller, collectionId: number): Promise<number> {
  const parameters = [collectionId, maker.accountId]
  const counted = isBounded(maker)
    ? await sql.first<{ count: number }>(countChanged, [...parameters, ...makerOf(maker)])
    : await sql.first<{ count: number }>(countAll, parameters)
  return counted!.count
}

/** Whether an asset is in the collection, and the maker may change it. */
export async function isShownIn (sql: Sql, maker: Caller, collectionId: string, assetId: string): Promise<boolean> {
  const collection = await findCollection(sql, maker, collectionId)
  return collection !== null && await sql.first(findInside, [collection.id, assetId]) !== undefined &&
    mayChange(sql, maker, assetId)
}
