import { DAY_MS } from '../basics/units.js'
import { statement, type Dialect } from '../database/sql.js'
import type { Claim } from '../work/claims/claim.js'
import { dueRows } from '../work/claims/due-rows.js'

/** The job that writes files. */
export const EJECT_JOB = 'ejects'

/** The longest that a file is written: of terabytes, to a slow place. */
const LONGEST_MS = 7 * DAY_MS

/** A file of an eject. */
export interface EjectFileRow {
  readonly id: string
  readonly eject_id: string
  readonly account_id: number
  readonly user_id: number
  /** Null for the list of digests, which comes last. */
  readonly asset_id: string | null
  readonly file_id: string | null
  /** Where it should be, below the folder of the eject. */
  readonly path: string
  readonly size: number
  /** Bytes that count in the progress of the eject. */
  readonly written: number
  readonly status: 'waiting' | 'done' | 'failed' | 'cancelled'
  /** The temporary file of the latest attempt. */
  readonly part: string | null
  readonly told_at: string | null
  readonly failing_since: string | null
}

const columns = (sql: Dialect) => `id, eject_id, account_id, user_id, asset_id, file_id, path, size, written, status, part,
  ${sql.milliseconds('told_at')} AS told_at, ${sql.milliseconds('failing_since')} AS failing_since`

/** Files to write. */
export const dueFiles = dueRows<EjectFileRow>({ table: 'eject_files', columns, longestMs: LONGEST_MS })

export type FileClaim = Claim<EjectFileRow>

/** $1 account, $2 user, $3 eject, $4 due, $5 JSON list of [id, position, asset, file, path, size, status, error] */
export const insertFiles = statement('eject_files_insert', (sql) => `
  INSERT INTO eject_files (account_id, user_id, eject_id, due_at, id, position, asset_id, file_id, path, size, status, error)
  SELECT CAST($1 AS integer), CAST($2 AS integer), CAST($3 AS text),
    CASE WHEN value ->> 6 = 'waiting' AND value ->> 2 IS NOT NULL THEN ${sql.moment('$4')} END,
    value ->> 0, CAST(value ->> 1 AS integer), value ->> 2, value ->> 3, value ->> 4, CAST(value ->> 5 AS bigint),
    value ->> 6, value ->> 7
  FROM ${sql.elements('$5')}`)

export interface ErrorRow {
  readonly asset_id: string
  readonly error: string
}

/** $1 eject, $2 account, $3 limit */
export const listErrors = statement<ErrorRow>('eject_files_errors', () => `
  SELECT asset_id, error FROM eject_files
  WHERE eject_id = $1 AND account_id = $2 AND error IS NOT NULL AND asset_id IS NOT NULL ORDER BY position LIMIT $3`)

/** $1 eject, $2 account: what is out */
export const listPlaced = statement<{ placed: string, sha256: string }>('eject_files_placed', () => `
  SELECT placed, sha256 FROM eject_files
  WHERE eject_id = $1 AND account_id = $2 AND status = 'done' AND asset_id IS NOT NULL ORDER BY position`)

/** $1 eject, $2 account, $3 time: the list of digests, when all files are dealt with */
export const makeListDue = statement('eject_files_list_due', (sql) => `
  UPDATE eject_files SET due_at = ${sql.moment('$3')}
  WHERE eject_id = $1 AND account_id = $2 AND asset_id IS NULL AND status = 'waiting'`)

/** $1 eject, $2 account, $3 time: those of which something may be left are due, so that it is removed */
export const cancelFiles = statement('eject_files_cancel', (sql) => `
  UPDATE eject_files SET status = 'cancelled', lease_token = NULL,
    due_at = CASE WHEN part IS NULL THEN NULL ELSE ${sql.moment('$3')} END
  WHERE eject_id = $1 AND account_id = $2 AND status = 'waiting'`)

/** $1 eject, $2 account, $3 when they are tried again, $4 now if it fails, or null: the other files of an eject */
export const postponeFiles = statement('eject_files_postpone_others', (sql) => `
  UPDATE eject_files SET due_at = ${sql.moment('$3')}, failing_since = COALESCE(failing_since, ${sql.moment('$4')})
  WHERE eject_id = $1 AND account_id = $2 AND due_at IS NOT NULL AND lease_token IS NULL AND status = 'waiting'`)

/** $4 part, $5 SHA-256, $6 told */
export const begin = dueFiles.held('begin', (sql) =>
  `part = $4, sha256 = $5, told_at = ${sql.moment('$6')}`)

/** $4 bytes, $5 told */
export const note = dueFiles.held('note', (sql) => `written = CAST($4 AS bigint), told_at = ${sql.moment('$5')}`)

/** $4 status, $5 error, $6 where it is, $7 bytes, $8 due */
export const settle = dueFiles.held('settle', (sql) => `
  status = $4, error = $5, placed = $6, written = CAST($7 AS bigint), lease_token = NULL, due_at = ${sql.moment('$8')}`)

/** $4 when it is tried again, $5 failing since */
export const postpone = dueFiles.held('postpone', (sql) => `
  due_at = ${sql.moment('$4')}, failing_since = ${sql.moment('$5')}, lease_token = NULL`)
