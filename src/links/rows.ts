import { callerColumns, type CallerRow } from '../access/caller-row.js'
import { GIBIBYTE } from '../basics/units.js'
import { statement, type Dialect, type Statement } from '../database/sql.js'
import type { Sealed } from './tokens.js'

/** What a link may show; or, of a drop folder, what it lets guests send files into. */
export const linkTypes = ['asset', 'project', 'collection', 'selection', 'drop_folder'] as const

export type LinkType = typeof linkTypes[number]

/** What has links of its own. A selection is part of its link. */
export type TargetType = Exclude<LinkType, 'selection'>

const targetTypes: readonly TargetType[] = ['asset', 'project', 'collection', 'drop_folder']

/** Those whose ids are numbers. */
const numbered: readonly TargetType[] = ['collection', 'drop_folder']

/** What a link may allow its guests. */
export const allowances = ['download', 'comments', 'approvals', 'versions'] as const

export type Allowed = Readonly<Record<typeof allowances[number], boolean>>

type AllowedRow = Readonly<Record<keyof Allowed, boolean | number>>

/** How much a link of a drop folder takes from its guests. */
export interface Bounds {
  readonly files: number
  readonly bytes: number
}

export const boundsOfLinks: Readonly<Record<keyof Bounds, { readonly usual: number, readonly most: number }>> = {
  files: { usual: 1000, most: 10_000 },
  bytes: { usual: 100 * GIBIBYTE, most: Number.MAX_SAFE_INTEGER }
}

/** A link as the statements below read it. */
export interface LinkRow extends AllowedRow, Sealed {
  readonly id: number
  readonly user_id: number
  /** What it shows: one of these; a selection, if all are null. */
  readonly asset_id: string | null
  readonly project_id: string | null
  readonly collection_id: number | null
  readonly drop_folder_id: number | null
  /** Null but for links of drop folders. */
  readonly files: number | null
  readonly bytes: number | null
  readonly title: string
  readonly created_at: string
  readonly expires_at: string
  readonly has_password: boolean | number
  readonly uses: number
  readonly last_used_at: string | null
}

/** A link with the user who made it. */
export interface OpenedRow extends LinkRow, CallerRow {
  readonly password: string | null
}

export const linkColumns = (sql: Dialect) => `l.id, l.user_id, l.asset_id, l.project_id, l.collection_id,
    l.drop_folder_id, l.files, l.bytes, l.seed, l.hash, l.title, ${sql.milliseconds('l.created_at')} AS created_at,
    ${sql.milliseconds('l.expires_at')} AS expires_at, l.password IS NOT NULL AS has_password,
    ${allowances.map((name) => `l.${name}`).join(', ')}, l.uses,
    ${sql.milliseconds('l.last_used_at')} AS last_used_at`

/** $1 account, $2 what it shows */
const ofTarget = (type: TargetType) => `l.account_id = $1 AND l.${type}_id = $2`

/** A condition: the link shows a selection. */
export const isSelection = (link: string) => targetTypes.map((type) => `${link}.${type}_id IS NULL`).join(' AND ')

const forEach = <Made>(make: (type: TargetType) => Made) =>
  Object.fromEntries(targetTypes.map((type) => [type, make(type)])) as Record<TargetType, Made>

/** $1 account, $2 what it shows, $3 after this id, $4 limit */
export const listLinks = forEach((type) => statement<LinkRow>(`links_of_${type}`, (sql) => `
  SELECT ${linkColumns(sql)} FROM links AS l WHERE ${ofTarget(type)} AND l.id > $3 ORDER BY l.id LIMIT $4`))

const findIn = (type: LinkType, condition: string) => statement<LinkRow>(`links_find_of_${type}`, (sql) => `
  SELECT ${linkColumns(sql)} FROM links AS l WHERE ${condition} AND l.id = $3 ${sql.forUpdate}`)

/** $1 account, $2 what it shows, of a selection the link, $3 link */
export const findLink: Readonly<Record<LinkType, Statement<LinkRow>>> = {
  ...forEach((type) => findIn(type, ofTarget(type))),
  selection: findIn('selection', `l.account_id = $1 AND l.id = $2 AND ${isSelection('l')}`)
}

/** $1 account, $2 link: whatever it shows */
export const findAny = statement<LinkRow>('links_find', (sql) =>
  `SELECT ${linkColumns(sql)} FROM links AS l WHERE l.account_id = $1 AND l.id = $2`)

/** $1 account, $2 now: those that have not ended */
export const countLinks = statement<{ count: number }>('links_count', (sql) =>
  `SELECT COUNT(*) AS count FROM links WHERE account_id = $1 AND expires_at > ${sql.moment('$2')}`)

/** $1 link, $2 account */
export const removeLink = statement('links_remove', () => 'DELETE FROM links WHERE id = $1 AND account_id = $2')

/** $1 account, $2 JSON list of ids */
export const releaseLinks = forEach((type) => statement(`links_release_of_${type}`, (sql) => `
  DELETE FROM links WHERE ${sql.among('id', `SELECT id FROM links WHERE account_id = $1
    AND ${sql.among(`${type}_id`, numbered.includes(type) ? sql.integers('$2') : sql.strings('$2'))}
    ORDER BY id ${sql.forUpdate}`)}`))

const opened = (name: string, condition: string) => statement<OpenedRow>(`links_${name}`, (sql) => `
  SELECT ${linkColumns(sql)}, l.password, ${callerColumns}
  FROM links AS l JOIN users AS u ON u.id = l.user_id JOIN accounts AS a ON a.id = l.account_id
  WHERE ${condition} AND u.disabled_at IS NULL AND l.expires_at > ${sql.moment('$2')}`)

/** $1 hash of the token, $2 now */
export const openByToken = opened('open_by_token', 'l.hash = $1')
/** $1 link, $2 now */
export const openById = opened('open_by_id', 'l.id = $1')

/** What a link allows: nothing that it does not say. */
export function allowedBy ({ download, comments, approvals, versions }: Partial<AllowedRow>): Allowed {
  return {
    download: Boolean(download),
    comments: Boolean(comments),
    approvals: Boolean(approvals),
    versions: Boolean(versions)
  }
}

/** The columns of what guests send, of a new link of a drop folder. */
export function boundsBy ({ files, bytes }: Partial<Bounds>): Bounds {
  return { files: files ?? boundsOfLinks.files.usual, bytes: bytes ?? boundsOfLinks.bytes.usual }
}

/** Null but for links of drop folders. */
export function boundsIn ({ files, bytes }: Pick<LinkRow, 'files' | 'bytes'>): Bounds | null {
  return files === null || bytes === null ? null : { files, bytes }
}
