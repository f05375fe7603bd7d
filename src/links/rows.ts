import { callerColumns, type CallerRow } from '../access/caller-row.js'
import { statement, type Dialect } from '../database/sql.js'

/** What a link may show. */
export const linkTypes = ['asset', 'project', 'collection'] as const

export type LinkType = typeof linkTypes[number]

/** A link as the statements below read it. */
export interface LinkRow {
  readonly id: number
  readonly user_id: number
  readonly title: string
  readonly created_at: string
  readonly expires_at: string
  readonly has_password: boolean | number
  readonly download: boolean | number
  readonly comments: boolean | number
  readonly uses: number
  readonly last_used_at: string | null
}

/** A link with what it shows, and the user who made it. */
export interface OpenedRow extends LinkRow, CallerRow {
  readonly asset_id: string | null
  readonly project_id: string | null
  readonly collection_id: number | null
  readonly password: string | null
}

const columns = (sql: Dialect) => `l.id, l.user_id, l.title, ${sql.milliseconds('l.created_at')} AS created_at,
    ${sql.milliseconds('l.expires_at')} AS expires_at, l.password IS NOT NULL AS has_password, l.download, l.comments,
    l.uses, ${sql.milliseconds('l.last_used_at')} AS last_used_at`

/** $1 account, $2 what it shows */
const ofTarget = (type: LinkType) => `l.account_id = $1 AND l.${type}_id = $2`

const forEach = <Made>(make: (type: LinkType) => Made) =>
  Object.fromEntries(linkTypes.map((type) => [type, make(type)])) as Record<LinkType, Made>

/** $1 account, $2 what it shows, $3 after this id, $4 limit */
export const listLinks = forEach((type) => statement(`links_of_${type}`, (sql) => `
  SELECT ${columns(sql)} FROM links AS l WHERE ${ofTarget(type)} AND l.id > $3 ORDER BY l.id LIMIT $4`))

/** $1 account, $2 what it shows, $3 link */
export const findLink = forEach((type) => statement(`links_find_of_${type}`, (sql) => `
  SELECT ${columns(sql)} FROM links AS l WHERE ${ofTarget(type)} AND l.id = $3 ${sql.forUpdate}`))

/** $1 account */
export const countLinks = statement('links_count', () =>
  'SELECT COUNT(*) AS count FROM links WHERE account_id = $1')

/** $1 link, $2 account */
export const removeLink = statement('links_remove', () => 'DELETE FROM links WHERE id = $1 AND account_id = $2')

/** $1 account, $2 JSON list of ids */
export const releaseLinks = forEach((type) => statement(`links_release_of_${type}`, (sql) => `
  DELETE FROM links WHERE ${sql.among('id', `SELECT id FROM links WHERE account_id = $1
    AND ${sql.among(`${type}_id`, type === 'collection' ? sql.integers('$2') : sql.strings('$2'))}
    ORDER BY id ${sql.forUpdate}`)}`))

const opened = (name: string, condition: string) => statement(`links_${name}`, (sql) => `
  SELECT ${columns(sql)}, l.asset_id, l.project_id, l.collection_id, l.password, ${callerColumns}
  FROM links AS l JOIN users AS u ON u.id = l.user_id JOIN accounts AS a ON a.id = l.account_id
  WHERE ${condition} AND u.disabled_at IS NULL AND l.expires_at > ${sql.moment('$2')}`)

/** $1 hash of the token, $2 now */
export const openByToken = opened('open_by_token', 'l.hash = $1')
/** $1 link, $2 now */
export const openById = opened('open_by_id', 'l.id = $1')

/** The link as the API shows it, without its URL. */
export function presentLink (row: LinkRow) {
  return {
    id: row.id,
    title: row.title,
    created_at: row.created_at,
    expires_at: row.expires_at,
    has_password: Boolean(row.has_password),
    download: Boolean(row.download),
    comments: Boolean(row.comments),
    uses: row.uses,
    last_used_at: row.last_used_at,
    user_id: row.user_id
  }
}

/** The same with its URL, which is shown once. The token is in the fragment, which browsers never send. */
export function presentNewLink (row: LinkRow, token: string, base: string) {
  const { id, title, ...rest } = presentLink(row)
  return { id, title, url: `${base}/share/#${token}`, ...rest }
}
