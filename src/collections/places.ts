import type { Transaction } from '../core/transact.js'
import { statement, type Sql } from '../database/sql.js'

/**
 * The order of a collection. An asset has a place, a whole number, and neighbours leave room for others: a move writes
 * the places of what moves, and nothing else. When the room between two is used up, all places are assigned again,
 * which happens once in some dozens of moves to one spot.
 */

/** Between the places of neighbours that were put there in order. */
const ROOM = 2 ** 36
/** Places stay where a double is exact, with room for those of one request. */
const FARTHEST = 2 ** 52

/** $1 collection, $2 asset */
const findPlace = statement<{ place: number }>('collections_place_of', () => `
  SELECT place FROM collection_assets WHERE collection_id = $1 AND asset_id = $2`)

const others = (sql: Parameters<typeof findPlace.text>[0], list: string) =>
  `NOT (${sql.among('asset_id', sql.strings(list))})`

/** $1 collection, $2 at this place or behind it, $3 JSON list of assets that do not count */
const findNext = statement<{ place: number }>('collections_place_from', (sql) => `
  SELECT place FROM collection_assets
  WHERE collection_id = $1 AND place >= $2 AND ${others(sql, '$3')} ORDER BY place LIMIT 1`)

/** $1 collection, $2 before this place, $3 JSON list of assets that do not count */
const findLast = statement<{ place: number }>('collections_place_before', (sql) => `
  SELECT place FROM collection_assets
  WHERE collection_id = $1 AND place < $2 AND ${others(sql, '$3')} ORDER BY place DESC LIMIT 1`)

/** $1 collection */
const renumber = statement('collections_renumber', () => `
  UPDATE collection_assets SET place = numbered.step * ${ROOM}
  FROM (
    SELECT asset_id, row_number() OVER (ORDER BY place) AS step FROM collection_assets WHERE collection_id = $1
  ) AS numbered
  WHERE collection_id = $1 AND collection_assets.asset_id = numbered.asset_id`)

interface Neighbours {
  readonly last: number | null
  readonly next: number | null
}

/** The end of a collection, beyond all places. */
const END = Number.MAX_SAFE_INTEGER

/**
 * Places for assets of a locked collection, one after another: before a given asset, or at the end. The moved assets
 * themselves do not count as neighbours.
 */
export async function makePlaces (
  { sql }: Transaction, collectionId: number, assetIds: readonly string[], before: string | null
): Promise<number[]> {
  const find = () => neighboursOf(sql, collectionId, assetIds, before)
  const places = between(await find(), assetIds.length)
  if (places !== null) return places
  await sql.run(renumber, [collectionId])
  return between(await find(), assetIds.length)!
}

async function neighboursOf (
  sql: Sql, collectionId: number, assetIds: readonly string[], before: string | null
): Promise<Neighbours> {
  const moved = JSON.stringify(assetIds)
  const anchor = before === null ? END : (await sql.first(findPlace, [collectionId, before]))!.place
  const next = (await sql.first(findNext, [collectionId, anchor, moved]))?.place ?? null
  const last = (await sql.first(findLast, [collectionId, next ?? END, moved]))?.place ?? null
  return { last, next }
}

/** Null if there is not enough room. */
function between ({ last, next }: Neighbours, count: number): number[] | null {
  const step = last === null || next === null ? ROOM : Math.floor((next - last) / (count + 1))
  const first = last !== null ? last + step : next !== null ? next - count * step : 0
  const isFar = Math.max(Math.abs(first), Math.abs(first + count * step)) > FARTHEST
  return step < 1 || isFar ? null : Array.from({ length: count }, (_, index) => first + index * step)
}
