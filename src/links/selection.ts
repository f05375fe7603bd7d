import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { AssetNotFound, RoleRefused } from '../errors.js'
import { isBounded } from '../items/sight.js'
import { seenAmong } from '../items/standing.js'
import { isSelection } from './rows.js'

/** The assets of a link of the type `selection`. */

/** More assets are long work. */
export const MANY = 200

/** $1 account, $2 JSON list of assets: none of them is deleted for good meanwhile */
const hold = statement<{ id: string, cohort_id: string | null }>('link_assets_hold', (sql) => `
  SELECT id, cohort_id FROM assets WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))}
  ORDER BY id ${sql.forShare}`)

/** $1 account, $2 link, $3 JSON list of [asset, place] */
const put = statement('link_assets_put', (sql) => `
  INSERT INTO link_assets (account_id, link_id, asset_id, place)
  SELECT CAST($1 AS integer), CAST($2 AS integer), value ->> 0, CAST(value ->> 1 AS bigint)
  FROM ${sql.elements('$3')}`)

/** $1 account, $2 JSON list of assets: all links that show one of them, as an asset or in a selection */
const lockLinks = statement<{ id: number }>('links_lock_of_assets', (sql) => `
  SELECT id FROM links WHERE account_id = $1 AND ${sql.among('id', `
    SELECT id FROM links WHERE ${sql.among('asset_id', sql.strings('$2'))}
    UNION SELECT link_id FROM link_assets WHERE ${sql.among('asset_id', sql.strings('$2'))}`)}
  ORDER BY id ${sql.forUpdate}`)

/** $1 account, $2 JSON list of assets */
const takeOut = statement('link_assets_take_out', (sql) => `
  DELETE FROM link_assets WHERE account_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)

/** $1 account, $2 JSON list of links: selections of which nothing is left */
const removeEmpty = statement('links_remove_empty', (sql) => `
  DELETE FROM links WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))}
    AND ${isSelection('links')}
    AND NOT EXISTS (SELECT 1 FROM link_assets AS m WHERE m.link_id = links.id)`)

/** The assets of a new link. */
export interface Selected {
  /** Each once, in their order. */
  readonly ids: readonly string[]
  /** How many of them the link shows now. */
  readonly count: number
}

/** Locks the assets. Throws AssetNotFound, and RoleRefused if its maker may change none of them. */
export async function holdSelected ({ sql, caller }: Transaction, sentIds: readonly string[]): Promise<Selected> {
  const ids = [...new Set(sentIds)]
  const rows = await sql.all(hold, [caller.accountId, JSON.stringify(ids)])
  if (rows.length < ids.length) throw new AssetNotFound()
  if (!isBounded(caller)) return { ids, count: rows.filter(isActive).length }
  if ((await seenAmong('asset', sql, caller, ids)).size < ids.length) throw new AssetNotFound()
  const changeable = await seenAmong('asset', sql, caller, ids, 'change')
  if (changeable.size === 0) throw new RoleRefused()
  return { ids, count: rows.filter((row) => isActive(row) && changeable.has(row.id)).length }
}

function isActive ({ cohort_id: cohort }: { readonly cohort_id: string | null }): boolean {
  return cohort === null
}

export async function putSelected (
  { sql, caller }: Transaction, linkId: number, { ids }: Selected
): Promise<void> {
  await sql.run(put, [caller.accountId, linkId, JSON.stringify(ids.map((id, index) => [id, index]))])
}

/**
 * Takes assets that are deleted for good out of selections, which end with their last one. The links are locked first,
 * so that of two that take the last ones the second finds nothing left.
 */
export async function takeOutOfSelections (
  { sql, caller: { accountId } }: Transaction, assetIds: readonly string[]
): Promise<void> {
  const assets = JSON.stringify(assetIds)
  const locked = await sql.all(lockLinks, [accountId, assets])
  if (locked.length === 0) return
  if (await sql.run(takeOut, [accountId, assets]) === 0) return
  await sql.run(removeEmpty, [accountId, JSON.stringify(locked.map(({ id }) => id))])
}
