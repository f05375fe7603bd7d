import type { Dialect } from '../database/sql.js'

/** What assets and projects have in common, as the statements below read it: named and shaped as the contract shows it. */
interface ItemRow {
  readonly id: string
  readonly external_id: string | null
  /** The project that the item is in. */
  readonly project_id: string | null
  readonly owner: string
  readonly description: string
  readonly title: string
  readonly category: string
  /** A JSON array of strings. */
  readonly tags: string
  readonly modification_date: string
  readonly created_date: string
  readonly status: string
  /** What it was trashed with; null while it is active. */
  readonly cohort_id: string | null
}

export interface AssetRow extends ItemRow {
  readonly parent_asset_id: string | null
  readonly media_type: string
  readonly original_filename: string | null
}

export type ProjectRow = ItemRow

const sharedColumns = (sql: Dialect) => `id, external_id, project_id, owner, description, title, category, tags, status, cohort_id,
  ${sql.seconds('modified_at')} AS modification_date, ${sql.seconds('created_at')} AS created_date`

export const projectColumns = sharedColumns

export const assetColumns = (sql: Dialect) => `${sharedColumns(sql)}, parent_asset_id, media_type, original_filename`

/**
 * What presentAsset and presentProject make of a row, made by the database: as text, for long lists, where making an object of each
 * row would cost more than reading it.
 */
export const projectJson = (sql: Dialect) => sql.object([...headOf('project', sql), ['deleted', sql.flag('cohort_id IS NOT NULL')]])

export const assetJson = (sql: Dialect) => {
  const [id, externalId, projectId, ...rest] = headOf('asset', sql)
  return sql.object([id!, externalId!, projectId!, ['parent_asset_id', 'parent_asset_id'], ...rest,
    ['original_filename', 'original_filename'], ['deleted', sql.flag('cohort_id IS NOT NULL')]])
}

function headOf (type: 'asset' | 'project', sql: Dialect): Array<readonly [string, string]> {
  return [
    ...['id', 'external_id', 'project_id', 'owner', 'description', 'title', 'category'].map((name) => [name, name] as const),
    ['tags', sql.json('tags')],
    ['media_type', type === 'asset' ? 'media_type' : "'project'"],
    ['modification_date', sql.seconds('modified_at')],
    ['created_date', sql.seconds('created_at')],
    ['status', 'status']
  ]
}

/** The asset of section 2.1 of the contract. */
export function presentAsset (row: AssetRow) {
  return {
    id: row.id,
    external_id: row.external_id,
    project_id: row.project_id,
    parent_asset_id: row.parent_asset_id,
    owner: row.owner,
    description: row.description,
    title: row.title,
    category: row.category,
    tags: presentTags(row.tags),
    media_type: row.media_type,
    modification_date: row.modification_date,
    created_date: row.created_date,
    status: row.status,
    original_filename: row.original_filename,
    deleted: row.cohort_id !== null
  }
}

/** The project of section 2.2 of the contract. */
export function presentProject (row: ProjectRow) {
  return {
    id: row.id,
    external_id: row.external_id,
    project_id: row.project_id,
    owner: row.owner,
    description: row.description,
    title: row.title,
    category: row.category,
    tags: presentTags(row.tags),
    media_type: 'project',
    modification_date: row.modification_date,
    created_date: row.created_date,
    status: row.status,
    deleted: row.cohort_id !== null
  }
}

function presentTags (tags: string): string[] {
  return tags === '[]' ? [] : JSON.parse(tags) as string[]
}
