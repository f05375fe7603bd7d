import { DAY_MS } from '../../basics/units.js'
import { statement, type Dialect } from '../../database/sql.js'
import { dueRows } from '../../work/claims/due-rows.js'
import type { ArrivalStatus } from './statuses.js'
import { dropFolderColumns, type DropFolderRow } from '../definitions/rows.js'

/** The jobs that look at folders, and at what they have found. */
export const LOOK_JOB = 'drop-folders'
export const ARRIVALS_JOB = 'arrivals'
/** The job that removes what is left of removed drop folders, and rows that nobody needs any more. */
export const LEFTOVERS_JOB = 'drop-folder-leftovers'

/** An arrival as background work reads it. */
export interface ArrivalRow {
  readonly id: string
  readonly account_id: number
  readonly user_id: number
  readonly drop_folder_id: number
  readonly path: string
  readonly raw_path: string | null
  readonly size: number
  readonly state: string
  readonly same_since: string
  readonly status: ArrivalStatus
  readonly failures: number
  readonly file_id: string | null
  readonly asset_id: string | null
  readonly earlier_asset_id: string | null
  readonly checksum: string | null
  /** Of a guest's file. */
  readonly link_id: number | null
  readonly guest: string | null
  readonly created_at: string
}

/** The state of a file that has come by an upload: it has no source to be looked at. */
export const UPLOADED = 'upload'

export const isUpload = ({ state }: Pick<ArrivalRow, 'state'>): boolean => state === UPLOADED

const arrivalColumns = (sql: Dialect) => `id, account_id, user_id, drop_folder_id, path, raw_path, size, state,
  ${sql.milliseconds('same_since')} AS same_since, status, failures, file_id, asset_id, earlier_asset_id, checksum,
  link_id, guest, ${sql.milliseconds('created_at')} AS created_at`

/** Arrivals that are to be looked at. */
export const dueArrivals = dueRows<ArrivalRow>({ table: 'arrivals', columns: arrivalColumns, longestMs: DAY_MS })

/** Drop folders that are to be looked at. Several processes look, each at others. */
export const dueFolders = dueRows<DropFolderRow>({
  table: 'drop_folders', columns: (sql) => dropFolderColumns(sql, 'drop_folders'), longestMs: DAY_MS
})

/** The longest that a row waits: a file of a day, and one more. */
export const LONGEST_DELAY_MS = 3 * DAY_MS

/** $1 file, $2 account */
export const findOfFile = statement<ArrivalRow>('arrivals_find_of_file', (sql) =>
  `SELECT ${arrivalColumns(sql)} FROM arrivals WHERE file_id = $1 AND account_id = $2`)

/** $1 file, $2 account */
export const lockOfFile = statement<ArrivalRow>('arrivals_lock_of_file', (sql) =>
  `SELECT ${arrivalColumns(sql)} FROM arrivals WHERE file_id = $1 AND account_id = $2 ${sql.forUpdate}`)

/** $4 file, $5 project */
export const begin = dueArrivals.held('begin', () =>
  "status = 'arriving', file_id = $4, project_id = $5, error = NULL, due_at = NULL, lease_token = NULL")

/** Another file than was seen, or the same again: it waits. $4 size, $5 mtime, $6 state, $7 since, $8 due */
export const seeAnew = dueArrivals.held('see_anew', (sql) => `status = 'waiting', error = NULL, failures = 0, size = $4, mtime = $5,
  state = $6, same_since = ${sql.moment('$7')}, due_at = ${sql.moment('$8')}, lease_token = NULL`)

/** The source of what is in could not be removed, or is. $4 error, $5 due */
export const endAfter = dueArrivals.held('end_after', (sql) =>
  `error = $4, due_at = ${sql.moment('$5')}, lease_token = NULL`)

/** $1 arrival, $2 account */
export const removeArrival = statement('arrivals_remove', () => 'DELETE FROM arrivals WHERE id = $1 AND account_id = $2')

/** $1 arrival, $2 account, $3 due: its file is looked at again */
export const waitAgain = statement('arrivals_wait_again', (sql) => `
  UPDATE arrivals SET status = 'waiting', file_id = NULL, due_at = ${sql.moment('$3')} WHERE id = $1 AND account_id = $2`)

/** $1 arrival, $2 account, $3 reason, $4 time, $5 due, $6 when its row may go, $7 project */
export const failArrival = statement('arrivals_fail', (sql) => `
  UPDATE arrivals SET status = 'failed', file_id = NULL, error = $3, failures = failures + 1, finished_at = ${sql.moment('$4')},
    due_at = ${sql.moment('$5')}, lease_token = NULL, sweep_at = ${sql.moment('$6')}, project_id = $7
  WHERE id = $1 AND account_id = $2`)

/** $1 arrival, $2 account, $3 status, $4 asset, $5 project, $6 SHA-256, $7 time, $8 sweep, $9 due, $10 stem */
export const endArrival = statement('arrivals_end', (sql) => `
  UPDATE arrivals SET status = $3, file_id = NULL, error = NULL, failures = 0, asset_id = $4, project_id = $5, checksum = $6,
    finished_at = ${sql.moment('$7')}, sweep_at = ${sql.moment('$8')},
    due_at = ${sql.moment('$9')}, stem_key = $10 WHERE id = $1 AND account_id = $2`)

/** $1 arrival, $2 account: its file is an attachment */
export const markSidecar = statement('arrivals_mark_sidecar', () =>
  'UPDATE arrivals SET is_sidecar = TRUE WHERE id = $1 AND account_id = $2')
