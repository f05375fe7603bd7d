import { statement, type Dialect, type Sql } from '../database/sql.js'
import type { StoredValue } from '../fields/types/index.js'
import { addedToEntries } from './added.js'
import type { ItemType } from '../core/item-type.js'
import { isShownFile } from '../media/rows.js'

/**
 * The source of an item's entry: its row, the values of its custom fields, the digests of its ready files. It also has
 * the columns that domains add.
 */
export interface SourceRow {
  readonly id: string
  readonly account_id: number
  readonly external_id: string | null
  readonly project_id: string | null
  readonly owner: string
  readonly description: string
  readonly title: string
  readonly category: string
  /** A JSON array of strings. */
  readonly tags: string
  readonly status: string
  readonly media_type: string
  readonly original_filename: string | null
  readonly cohort_id: string | null
  /** Seconds since 1970. */
  readonly created: number
  readonly modified: number
  /** A JSON array of [group, document], or null. */
  readonly documents: string | null
  /** The status of its newest file; null for a project. */
  readonly media_status: string | null
  /** A JSON array of SHA-256, or null. */
  readonly checksums: string | null
  /** The metadata of its file as JSON, or null. */
  readonly metadata: string | null
}

type AddedColumns = Readonly<Record<string, unknown>>

/** A searchable field. */
export interface SearchableField {
  readonly id: number
  readonly field_type: string
}

export type Values = Readonly<Record<string, StoredValue>>

const isSqlite = (sql: Dialect) => sql.name === 'sqlite'
const second = (sql: Dialect, column: string) => isSqlite(sql)
  ? `CAST(strftime('%s', ${column}) AS INTEGER)`
  : `CAST(floor(extract(epoch FROM ${column})) AS double precision)`

const documents = (sql: Dialect) =>
  isSqlite(sql)
    ? '(SELECT json_group_array(json_array(field_group_id, json(document))) FROM field_values WHERE item_id = i.id)'
    : '(SELECT CAST(json_agg(json_build_array(field_group_id, CAST(document AS json))) AS text) FROM field_values WHERE item_id = i.id)'

const checksums = (sql: Dialect) =>
  `(SELECT ${isSqlite(sql) ? 'json_group_array(b.sha256)' : 'CAST(json_agg(b.sha256) AS text)'}
  FROM media_files f JOIN media_blobs b ON b.id = f.blob_id WHERE f.asset_id = i.id AND f.status = 'ready')`

const added = (sql: Dialect, type: ItemType) =>
  addedToEntries.flatMap(({ columns }) => Object.entries(columns?.(sql, type) ?? {}))
    .map(([name, expression]) => `, ${expression} AS ${name}`).join('')

const metadata = `(SELECT b.metadata FROM media_files f JOIN media_blobs b ON b.id = f.blob_id
  WHERE f.asset_id = i.id AND ${isShownFile('f')} ORDER BY f.id DESC LIMIT 1)`

const mediaStatus = `COALESCE((SELECT f.status FROM media_files f WHERE f.asset_id = i.id AND f.status <> 'replaced'
  ORDER BY f.created_at DESC, f.id DESC LIMIT 1), 'none')`

const source = (type: ItemType) => statement<SourceRow & AddedColumns>(`search_${type}s`, (sql) => `
  SELECT i.id, i.account_id, i.external_id, i.project_id, i.owner, i.description, i.title, i.category, i.tags, i.status,
    i.cohort_id,
    ${type === 'asset' ? 'i.media_type, i.original_filename' : "'project' AS media_type, NULL AS original_filename"},
    ${second(sql, 'i.created_at')} AS created, ${second(sql, 'i.modified_at')} AS modified,
    ${documents(sql)} AS documents, ${type === 'asset' ? checksums(sql) : 'NULL'} AS checksums,
    ${type === 'asset' ? metadata : 'NULL'} AS metadata, ${type === 'asset' ? mediaStatus : 'NULL'} AS media_status
    ${added(sql, type)}
  FROM ${type}s AS i WHERE i.account_id = $1 AND ${sql.among('i.id', sql.strings('$2'))} ORDER BY i.id`)

/** $1 account, $2 JSON list of ids */
const sources = { asset: source('asset'), project: source('project') }

/** $1 account */
const searchable = statement<SearchableField>('search_fields', (sql) => `
  SELECT id, field_type FROM fields WHERE account_id = $1 AND searchable = ${isSqlite(sql) ? '1' : 'true'}
  AND ${sql.among('field_group_id', sql.integers('$2'))}`)

export interface Loaded {
  readonly rows: readonly SourceRow[]
  /** By id as text, as in documents. */
  readonly fields: ReadonlyMap<string, SearchableField>
}

/** Reads items of one account and one type. Missing ones are left out. */
export async function loadSources (
  sql: Sql, accountId: number, type: ItemType, ids: readonly string[]
): Promise<Loaded> {
  const rows = await sql.all(sources[type], [accountId, JSON.stringify(ids)])
  const groups = new Set(rows.flatMap((row) => documentsOf(row).map(([group]) => group)))
  const fields = groups.size === 0
    ? []
    : await sql.all(searchable, [accountId, JSON.stringify([...groups])])
  return { rows, fields: new Map(fields.map((field) => [String(field.id), field])) }
}

/** The values of an item by group. The entries of a complex group follow each other. */
export function documentsOf (row: SourceRow): Array<readonly [group: number, entries: readonly Values[]]> {
  if (row.documents === null || row.documents === '[]') return []
  return (JSON.parse(row.documents) as Array<[number, Values | Values[]]>)
    .map(([group, document]) => [group, Array.isArray(document) ? document : [document]] as const)
    .sort(([a], [b]) => a - b)
}
