import type { Static } from '@sinclair/typebox'
import type { Caller } from '../core/caller.js'
import { statement, type Dialect, type Sql, type SqlValue } from '../database/sql.js'
import { isBounded } from '../items/sight.js'
import { countAmong } from './among.js'
import type { Collection } from './schema.js'

/** A collection as the statements below read it. */
export interface CollectionRow {
  readonly id: number
  readonly user_id: number
  readonly owner: string
  readonly title: string
  readonly description: string
  readonly is_public: boolean | number
  readonly created_at: string
  readonly updated_at: string
}

/** A collection with the number of active assets in it that the caller sees. */
export interface CountedCollection extends CollectionRow {
  readonly count: number
}

/** Collections whose assets one statement counts. */
const COUNTED_AT_ONCE = 10

const columns = (sql: Dialect) => `c.id, c.user_id, u.email AS owner, c.title, c.description, c.is_public,
    ${sql.milliseconds('c.created_at')} AS created_at, ${sql.milliseconds('c.updated_at')} AS updated_at`

/** $1 account, $2 user, $3 access: its owner sees a private one, everybody who sees the account a public one */
const isSeen = "c.account_id = $1 AND c.deleted_at IS NULL AND (c.user_id = $2 OR (c.is_public AND $3 = 'account'))"

const seen = (
  name: string, rest: string, from = 'collections AS c'
) => statement<CollectionRow>(`collections_${name}`, (sql) => `
  SELECT ${columns(sql)} FROM ${from} JOIN users AS u ON u.id = c.user_id WHERE ${isSeen} AND ${rest}`)

/** $4 collection */
export const findSeen = seen('find', 'c.id = $4')

/** $4 after this id, $5 limit */
export const listSeen = seen('list', 'c.id > $4 ORDER BY c.id LIMIT $5')

/** $1 user, $2 account, $3 limit: the first private ones of a user, locked */
export const firstPrivate = statement<CollectionRow>('collections_first_private', (sql) => `
  SELECT ${columns(sql)} FROM collections AS c JOIN users AS u ON u.id = c.user_id
  WHERE c.account_id = $2 AND ${sql.among('c.id', `
    SELECT id FROM collections WHERE user_id = $1 AND account_id = $2 AND is_public = FALSE AND deleted_at IS NULL
    ORDER BY id LIMIT $3 ${sql.forUpdate}`)} ORDER BY c.id`)

/** The same with the size of each. */
export const weighSeen = statement<{ key: number, bytes: number }>('collections_weigh', () => `
  SELECT c.id AS key, octet_length(c.title) + octet_length(c.description) + 500 AS bytes FROM collections AS c
  WHERE ${isSeen} AND c.id > $4 ORDER BY c.id LIMIT $5`)

/** $4 after this id, $5 limit, $6 asset */
export const listOfAsset = seen(
  'of_asset',
  'm.asset_id = $6 AND m.collection_id > $4 ORDER BY m.collection_id LIMIT $5',
  'collection_assets AS m JOIN collections AS c ON c.id = m.collection_id'
)

/** The parameters of the statements above. */
export function seenBy ({ accountId, userId, access }: Caller, ...rest: SqlValue[]): SqlValue[] {
  return [accountId, userId, access, ...rest]
}

/** $1 account, $2 JSON list of collections */
const countAll = statement<{ id: number, count: number }>('collections_count_assets', (sql) => `
  SELECT m.collection_id AS id, count(*) AS count
  FROM collection_assets AS m JOIN assets AS a ON a.id = m.asset_id
  WHERE m.account_id = $1 AND ${sql.among('m.collection_id', sql.integers('$2'))} AND a.cohort_id IS NULL
  GROUP BY m.collection_id`)

/** Counts what the caller sees in collections, without the trash. A statement has a few, as one may have thousands. */
export async function withCounts (
  sql: Sql, caller: Caller, rows: readonly CollectionRow[]
): Promise<CountedCollection[]> {
  const counts = new Map<number, number>()
  if (isBounded(caller)) for (const { id } of rows) counts.set(id, await countAmong(sql, caller, 'read', id))
  else {
    for (let start = 0; start < rows.length; start += COUNTED_AT_ONCE) {
      const ids = JSON.stringify(rows.slice(start, start + COUNTED_AT_ONCE).map(({ id }) => id))
      const found = await sql.all(countAll, [caller.accountId, ids])
      for (const { id, count } of found) counts.set(id, count)
    }
  }
  return rows.map((row) => ({ ...row, count: counts.get(row.id) ?? 0 }))
}

/** The collection as the API shows it. */
export function presentCollection (row: CountedCollection): Static<typeof Collection> {
  const { id, title, description, is_public: isPublic, owner, count } = row
  return {
    id,
    title,
    description,
    public: Boolean(isPublic),
    owner,
    count,
    created_at: row.created_at,
    updated_at: row.updated_at
  }
}

/** $1 account, $2 JSON list of assets */
export const holdAssets = statement('collections_hold_assets', (sql) => `
  SELECT id FROM assets WHERE account_id = $1 AND ${sql.among('id', sql.strings('$2'))} ORDER BY id ${sql.forUpdate}`)

/** $1 collection, $2 JSON list of assets */
export const takeOut = statement('collections_take_out', (sql) => `
  DELETE FROM collection_assets WHERE collection_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)
