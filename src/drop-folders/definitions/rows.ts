import { statement, type Dialect } from '../../database/sql.js'
import type { Fixed, Rules, ValuesOfGroups } from './rules.js'

/** A drop folder as the statements below read it. */
export interface DropFolderRow extends Fixed, Pick<Rules, 'title' | 'project_id' | 'subfolders' | 'category' | 'settle' | 'changed'> {
  readonly id: number
  readonly account_id: number
  readonly user_id: number
  /** JSON. */
  readonly tags: string
  readonly custom_fields: string
  readonly only_patterns: string
  readonly ignore_patterns: string
  readonly afterwards: Rules['after']
  readonly paused: boolean | number
  readonly is_public: boolean | number
  /** What the last look has found of its folder. */
  readonly error: string | null
  readonly created_at: string
  readonly updated_at: string
}

export const dropFolderColumns = (sql: Dialect, folder = 'd') => [
  'id', 'account_id', 'user_id', 'title', 'direction', 'location', 'path', 'project_id', 'subfolders', 'category', 'tags',
  'custom_fields', 'only_patterns', 'ignore_patterns', 'settle', 'afterwards', 'changed', 'paused', 'is_public', 'error'
].map((column) => `${folder}.${column}`).join(', ') + `,
    ${sql.milliseconds(`${folder}.created_at`)} AS created_at, ${sql.milliseconds(`${folder}.updated_at`)} AS updated_at`

/** $1 account, $2 drop folder */
export const findDropFolder = statement<DropFolderRow>('drop_folders_find', (sql) => `
  SELECT ${dropFolderColumns(sql)} FROM drop_folders AS d WHERE d.account_id = $1 AND d.id = $2 AND d.removed_at IS NULL`)

/** $1 account, $2 drop folder */
export const lockRow = statement('drop_folders_lock', (sql) => `
  SELECT id FROM drop_folders WHERE account_id = $1 AND id = $2 AND removed_at IS NULL ${sql.forUpdate}`)

/** Where a drop folder is, and whose it is. */
export type PlacedRow = Pick<DropFolderRow, 'id' | 'project_id' | 'location' | 'path'>

/** $1 account: all of them, of which there are few */
export const listPlaced = statement<PlacedRow>('drop_folders_placed', () => `
  SELECT id, project_id, location, path FROM drop_folders WHERE account_id = $1 AND removed_at IS NULL ORDER BY id`)

/** $1 account, $2 JSON list of ids */
export const listByIds = statement<DropFolderRow>('drop_folders_list', (sql) => `
  SELECT ${dropFolderColumns(sql)} FROM drop_folders AS d
  WHERE d.account_id = $1 AND ${sql.among('d.id', sql.integers('$2'))} AND d.removed_at IS NULL ORDER BY d.id`)

/** $1 account, $2 JSON list of ids: the size of each in a list */
export const weighByIds = statement<{ key: number, bytes: number }>('drop_folders_weigh', (sql) => `
  SELECT d.id AS key, octet_length(d.title) + octet_length(d.path) + octet_length(d.category) + octet_length(d.tags)
    + octet_length(d.custom_fields) + octet_length(d.only_patterns) + octet_length(d.ignore_patterns) + 800 AS bytes
  FROM drop_folders AS d
  WHERE d.account_id = $1 AND ${sql.among('d.id', sql.integers('$2'))} AND d.removed_at IS NULL ORDER BY d.id`)

/** $1 account */
export const countDropFolders = statement<{ count: number }>('drop_folders_count', () =>
  'SELECT COUNT(*) AS count FROM drop_folders WHERE account_id = $1 AND removed_at IS NULL')

/** The rules of a row, as they were sent. */
export function rulesOf (row: DropFolderRow): Rules {
  return {
    title: row.title,
    project_id: row.project_id,
    subfolders: row.subfolders,
    category: row.category,
    tags: JSON.parse(row.tags) as string[],
    custom_fields: JSON.parse(row.custom_fields) as ValuesOfGroups,
    only: JSON.parse(row.only_patterns) as string[],
    ignore: JSON.parse(row.ignore_patterns) as string[],
    settle: row.settle,
    after: row.afterwards,
    changed: row.changed,
    paused: Boolean(row.paused),
    public: Boolean(row.is_public)
  }
}

/** The columns of rules. */
export function columnsOf (rules: Rules) {
  const { title, project_id: projectId, subfolders, category, settle, changed, paused } = rules
  return {
    title,
    projectId,
    subfolders,
    category,
    tags: JSON.stringify(rules.tags),
    customFields: JSON.stringify(rules.custom_fields),
    onlyPatterns: JSON.stringify(rules.only),
    ignorePatterns: JSON.stringify(rules.ignore),
    settle,
    afterwards: rules.after,
    changed,
    paused,
    isPublic: rules.public
  }
}
