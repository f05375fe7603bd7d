import { statement, type Dialect } from '../../database/sql.js'

export const modes = ['create', 'update', 'upsert'] as const
export const keys = ['external_id', 'id'] as const
export const importFormats = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' } as const

export type ImportFormat = typeof importFormats[keyof typeof importFormats]
export type ImportStatus = 'receiving' | 'pending' | 'running' | 'done' | 'failed' | 'cancelled'

export interface ImportOptions {
  readonly mode: typeof modes[number]
  readonly key: typeof keys[number]
  readonly dryRun: boolean
}

/** Rows by outcome. */
export interface RowCounts {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
}

export interface ImportRow extends RowCounts {
  readonly id: string
  readonly account_id: number
  readonly user_id: number
  readonly status: ImportStatus
  readonly mode: ImportOptions['mode']
  readonly key: ImportOptions['key']
  readonly dry_run: boolean | number
  readonly format: ImportFormat
  readonly header: string | null
  readonly size: number
  readonly position: number
  readonly line: number
  readonly errors: number
  readonly media_failed: number
  readonly error: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

export const importColumns = (sql: Dialect) => `id, account_id, user_id, status, mode, key, dry_run, format, header, size, position, line,
  rows, created, updated, unchanged, failed, errors, media_failed, error, ${sql.milliseconds('created_at')} AS created_at, ${sql.milliseconds('finished_at')} AS finished_at`

/** Callers do not see imports that are being received. */
const shown = "status <> 'receiving'"

/** $1 account, $2 id */
export const findImport = statement<ImportRow>(
  'imports_find',
  (sql) => `SELECT ${importColumns(sql)} FROM imports WHERE account_id = $1 AND id = $2 AND ${shown}`
)

const list = (name: string, condition: string) => statement<ImportRow>(name, (sql) => `
  SELECT ${importColumns(sql)} FROM imports WHERE account_id = $1 AND id < $2 AND ${shown} ${condition}
  ORDER BY id DESC LIMIT $3`)

/** $1 account, $2 before this id, $3 limit */
export const listImports = list('imports_list', '')

/** The same, $4 user */
export const listImportsOfUser = list('imports_list_of_user', 'AND user_id = $4')

export interface ErrorRow {
  readonly number: number
  readonly line: number
  readonly column: string | null
  readonly error: string
}

/** $1 import, $2 after this number, $3 limit */
export const listErrors = statement<ErrorRow>('import_errors_list', () => `
  SELECT number, line, column_name AS "column", error FROM import_errors WHERE import_id = $1 AND number > $2
    ORDER BY number LIMIT $3`)

export function presentImport (row: ImportRow) {
  const { id, status, mode, key, rows, created, updated, unchanged, failed, error } = row
  return {
    id,
    status,
    mode,
    key,
    dry_run: Boolean(row.dry_run),
    rows,
    created,
    updated,
    unchanged,
    failed,
    media_failed: row.media_failed,
    error,
    created_at: row.created_at,
    finished_at: row.finished_at
  }
}

export function presentError ({ line, column, error }: ErrorRow) {
  return { line, column, error }
}
