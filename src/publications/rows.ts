import type { Static } from '@sinclair/typebox'
import { statement, type Dialect } from '../database/sql.js'
import type { Publication } from './schema.js'

/** A publication, as statements read it, and as the API shows it. */
export type PublicationRow = Static<typeof Publication>

const columns = (sql: Dialect) =>
  `p.id, p.url, p.title, p.run_id, p.user_id, ${sql.milliseconds('p.created_at')} AS created_at`

/** $1 asset, $2 account: in the order in which they were added */
export const listPublications = statement<PublicationRow>('publications_list', (sql) => `
  SELECT ${columns(sql)} FROM publications AS p WHERE p.asset_id = $1 AND p.account_id = $2 ORDER BY p.id`)

/** $1 id, $2 asset, $3 account */
export const findPublication = statement<PublicationRow>('publications_find', (sql) => `
  SELECT ${columns(sql)} FROM publications AS p WHERE p.id = $1 AND p.asset_id = $2 AND p.account_id = $3`)

/** $1 asset, $2 account, $3 URL */
export const findByUrl = statement<PublicationRow>('publications_find_by_url', (sql) => `
  SELECT ${columns(sql)} FROM publications AS p WHERE p.asset_id = $1 AND p.account_id = $2 AND p.url = $3`)

/** $1 asset, $2 account */
export const countPublications = statement<{ count: number }>('publications_count', () => `
  SELECT COUNT(*) AS count FROM publications WHERE asset_id = $1 AND account_id = $2`)

/** $1 account, $2 JSON list of assets */
export const removeOfAssets = statement('publications_remove_of_assets', (sql) => `
  DELETE FROM publications WHERE account_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)

export function presentPublication (row: PublicationRow): PublicationRow {
  return {
    id: row.id,
    url: row.url,
    title: row.title,
    run_id: row.run_id,
    user_id: row.user_id,
    created_at: row.created_at
  }
}
