import type { Page } from '../basics/page.js'
import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { takeLock } from '../database/locks.js'
import { statement } from '../database/sql.js'
import { InvalidParameter, TooMany } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { assetKind } from '../items/kinds.js'
import { recordOfAssets } from '../items/record-of-assets.js'
import { requireItems } from '../items/require.js'
import { assetShape } from '../items/rows.js'
import { isBounded } from '../items/sight.js'
import { seenAmong } from '../items/standing.js'
import { listAmong } from './among.js'
import { makePlaces } from './places.js'
import { lockCollection, requireChange, requireCollection } from './require.js'
import { holdAssets, takeOut, type CollectionRow } from './rows.js'

/** Maximum number of assets in a collection. */
export const MOST_ASSETS = 10_000
/** Larger assets are read one by one. */
const LARGE_BYTES = 8192
/** More assets are long work. */
const MANY = 200

export const BEFORE_RULE = 'Must be an asset of the collection'

/** $1 collection, $2 account, $3 behind this place, $4 limit: its active assets as JSON, or null for a large one */
const listAssets = statement<ListedAsset>('collections_assets', (sql) => `
  SELECT m.asset_id, m.place AS at,
    CASE WHEN ${assetShape.bytes} > ${LARGE_BYTES} THEN NULL ELSE ${assetShape.json(sql)} END AS json
  FROM collection_assets AS m JOIN assets AS a ON a.id = m.asset_id
  WHERE m.collection_id = $1 AND m.account_id = $2 AND a.cohort_id IS NULL AND m.place > $3
  ORDER BY m.place LIMIT $4`)

/** $1 asset, $2 account */
const findOne = statement<{ json: string }>('collections_asset', (sql) =>
  `SELECT ${assetShape.json(sql)} AS json FROM assets WHERE id = $1 AND account_id = $2 AND cohort_id IS NULL`)

/** $1 collection, $2 JSON list of assets: those in it */
const findInside = statement<{ asset_id: string }>('collections_inside', (sql) => `
  SELECT asset_id FROM collection_assets WHERE collection_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)

/** $1 collection, $2 account */
const countInside = statement<{ count: number }>('collections_count_inside', () => `
  SELECT count(*) AS count FROM collection_assets WHERE collection_id = $1 AND account_id = $2`)

/** $1 collection, $2 account, $3 JSON list of [asset, place] */
const put = statement('collections_put', (sql) => `
  INSERT INTO collection_assets (collection_id, account_id, asset_id, place)
  SELECT CAST($1 AS integer), CAST($2 AS integer), value ->> 0, CAST(value ->> 1 AS bigint)
  FROM ${sql.elements('$3')} WHERE TRUE
  ON CONFLICT (collection_id, asset_id) DO UPDATE SET place = excluded.place`)

/** $1 collection, $2 time */
const setUpdated = statement('collections_updated', (sql) => `
  UPDATE collections SET updated_at = ${sql.moment('$2')} WHERE id = $1`)

/** An asset of a collection, as JSON; null for a large one. */
interface ListedAsset {
  readonly asset_id: string
  readonly at: number
  readonly json: string | null
}

export interface AddedAssets {
  readonly asset_ids: readonly string[]
  /** An asset of the collection. Default: the end. */
  readonly before?: string
}

/** The contents of collections. Functions with the id of a missing one throw CollectionNotFound. */
export const contents = {
  /** The active assets that the caller sees in a collection that was required before, in its order. */
  list: ({ caller, reads: { sql } }: Unit, { id }: CollectionRow, page: Page): Promise<ListedAsset[]> =>
    listAmong(sql, caller, 'read', page, (place, limit) =>
      sql.all(listAssets, [id, caller.accountId, place, limit])),

  readLarge: async ({ caller, reads }: Unit, assetId: string): Promise<string | null> =>
    (await reads.sql.first(findOne, [assetId, caller.accountId]))?.json ?? null,

  require: ({ caller, reads }: Unit, id: string) => requireCollection(reads.sql, caller, id),

  /**
   * Puts assets into a collection, in their order. One that is in it is moved if `before` is given. Throws
   * InvalidParameter, AssetNotFound, RoleRefused and TooMany.
   */
  add: ({ transact }: Unit, sentId: string, { asset_ids: sentIds, before }: AddedAssets): Promise<void> =>
    transact(async (tx) => {
      const collection = await lockCollection(tx, sentId)
      await hold(tx, [...sentIds, ...(before === undefined ? [] : [before])])
      if (before !== undefined && !await isInside(tx, collection, before)) {
        throw new InvalidParameter('before', inspect(before), BEFORE_RULE)
      }
      const ids = await requireAssets(tx, sentIds)
      requireChange(tx.caller, collection)
      const inside = await insideOf(tx, collection, ids)
      const added = ids.filter((id) => !inside.has(id))
      const moved = before === undefined ? added : ids
      if (moved.length === 0) return
      const { count } = (await tx.sql.first(countInside, [collection.id, tx.caller.accountId]))!
      if (count + added.length > MOST_ASSETS) throw new TooMany(`${MOST_ASSETS} assets`)
      const places = await makePlaces(tx, collection.id, moved, before ?? null)
      const rows = moved.map((id, index) => [id, places[index]])
      await tx.sql.run(put, [collection.id, tx.caller.accountId, JSON.stringify(rows)])
      await tx.sql.run(setUpdated, [collection.id, toDatabase(tx.time)])
      await recordEach(tx, 'ASSET_ADDED_TO_COLLECTION', collection, added)
    }, { long: sentIds.length > MANY }),

  /** Takes assets out; those that are not in it are ignored. Throws AssetNotFound and RoleRefused. */
  remove: ({ transact }: Unit, sentId: string, sentIds: readonly string[]): Promise<void> =>
    transact(async (tx) => {
      const collection = await lockCollection(tx, sentId)
      await hold(tx, sentIds)
      const ids = await requireAssets(tx, sentIds)
      requireChange(tx.caller, collection)
      const inside = await insideOf(tx, collection, ids)
      const removed = ids.filter((id) => inside.has(id))
      if (removed.length === 0) return
      await tx.sql.run(takeOut, [collection.id, JSON.stringify(removed)])
      await tx.sql.run(setUpdated, [collection.id, toDatabase(tx.time)])
      await recordEach(tx, 'ASSET_REMOVED_FROM_COLLECTION', collection, removed)
    }, { long: sentIds.length > MANY })
}

/** Locks assets, so that none is deleted for good meanwhile. */
async function hold ({ sql, caller }: Transaction, ids: readonly string[]): Promise<void> {
  await takeLock(sql, holdAssets, [caller.accountId, JSON.stringify([...new Set(ids)])])
}

/** The ids of assets that the caller sees, each once. Throws AssetNotFound. */
async function requireAssets ({ sql, caller }: Transaction, sentIds: readonly string[]): Promise<string[]> {
  const ids = [...new Set(sentIds)]
  await requireItems(assetKind, sql, caller, ids)
  return ids
}

async function insideOf (
  { sql }: Transaction, { id }: CollectionRow, ids: readonly string[]
): Promise<ReadonlySet<string>> {
  const rows = await sql.all(findInside, [id, JSON.stringify(ids)])
  return new Set(rows.map((row) => row.asset_id))
}

/** Whether an asset is in the collection, as far as the caller sees. */
async function isInside (tx: Transaction, collection: CollectionRow, id: string): Promise<boolean> {
  if (!(await insideOf(tx, collection, [id])).has(id)) return false
  return !isBounded(tx.caller) || (await seenAmong('asset', tx.sql, tx.caller, [id])).has(id)
}

/** An event for each asset, with the asset. What is in a private collection is told to nobody. */
async function recordEach (
  tx: Transaction, event: 'ASSET_ADDED_TO_COLLECTION' | 'ASSET_REMOVED_FROM_COLLECTION',
  { id, is_public: isPublic }: CollectionRow, assetIds: readonly string[]
): Promise<void> {
  if (!isPublic) return
  await recordOfAssets(tx, event, assetIds, (assetId) => ({ asset_id: assetId, collection_id: id }))
}
