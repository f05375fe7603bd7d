import { DAY_MS } from '../../basics/units.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Dialect } from '../../database/sql.js'
import { changeOfHeld } from '../../work/claims/due-rows.js'

/** How long an upload waits for the next byte, and how long its end is remembered. */
const LIFETIME_MS = DAY_MS
/** How long an upload takes at most, whenever its bytes come. */
const LONGEST_MS = 7 * DAY_MS

/** The name of the job that cleans up after uploads. */
export const UPLOADS_JOB = 'media-uploads'

/** An upload as the statements read it. */
export interface UploadRow {
  readonly id: string
  readonly account_id: number
  readonly account_name: string
  /** Null if the file is to be loose (loose-files.ts): it exists already, with the id of the upload. */
  readonly asset_id: string | null
  readonly user_id: number
  /** The run of an action that has asked for it. */
  readonly run_id: string | null
  readonly filename: string
  readonly size: number
  readonly content_type: string | null
  readonly sha256: string | null
  readonly status: 'open' | 'finished' | 'cancelled'
  readonly partial: string | null
  readonly progress: number
  readonly leased_until: string | null
  readonly expires_at: string
  readonly created_at: string
}

const columns = (sql: Dialect) => `id, account_id, asset_id, user_id, run_id, filename, size, content_type, sha256, status,
  partial, progress, ${sql.milliseconds('leased_until')} AS leased_until,
  ${sql.milliseconds('expires_at')} AS expires_at, ${sql.milliseconds('created_at')} AS created_at,
  (SELECT name FROM accounts WHERE accounts.id = uploads.account_id) AS account_name`

/** $1 id */
export const findUpload = statement<UploadRow>('uploads_find', (sql) =>
  `SELECT ${columns(sql)} FROM uploads WHERE id = $1`)

/** $1 id, $2 account */
export const lockUpload = statement<UploadRow>('uploads_lock', (sql) => `
  SELECT ${columns(sql)} FROM uploads WHERE id = $1 AND account_id = $2 ${sql.forUpdate}`)

/** $1 user, $2 limit: open uploads */
export const countOpen = statement<{ count: number }>('uploads_count_open', () => `
  SELECT COUNT(*) AS count FROM (SELECT 1 FROM uploads WHERE user_id = $1 AND status = 'open' LIMIT $2) AS counted`)

/** $1 id, $2 account, $3 asset, $4 user, $5 filename, $6 size, $7 type, $8 SHA-256, $9 end, $10 time, $11 run */
export const insertUpload = statement('uploads_insert', (sql) => `
  INSERT INTO uploads (id, account_id, asset_id, user_id, filename, size, content_type, sha256, status, expires_at,
    created_at, run_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', ${sql.moment('$9')}, ${sql.moment('$10')}, $11)`)

/** $1 id, $2 account, $3 token, $4 end of the lease */
export const leaseUpload = statement('uploads_lease', (sql) => `
  UPDATE uploads SET lease_token = $3, leased_until = ${sql.moment('$4')}
  WHERE id = $1 AND account_id = $2`)

/** An upload that has ended has no token. */
const held = (name: string, assignments: (sql: Dialect) => string) => changeOfHeld('uploads', name, assignments)

/** $4 partial, $5 progress, $6 end of the lease, $7 end of the upload */
export const keepUpload = held('uploads_keep', (sql) => `
  partial = $4, progress = $5, leased_until = ${sql.moment('$6')}, expires_at = ${sql.moment('$7')}`)

/** $4 partial, $5 progress, $6 end of the upload */
export const letUploadGo = held('uploads_let_go', (sql) => `
  partial = $4, progress = $5, lease_token = NULL, leased_until = NULL, expires_at = ${sql.moment('$6')}`)

/** $4 end of its memory */
export const finishUpload = held('uploads_finish', (sql) => `
  status = 'finished', partial = NULL, progress = size, lease_token = NULL, leased_until = NULL,
  expires_at = ${sql.moment('$4')}`)

/** $1 id, $2 account, $3 end of its memory */
export const cancelUpload = statement('uploads_cancel', (sql) => `
  UPDATE uploads SET status = 'cancelled', partial = NULL, lease_token = NULL, leased_until = NULL,
    expires_at = ${sql.moment('$3')}
  WHERE id = $1 AND account_id = $2`)

/** $1 limit: uploads of purged assets that have temporary files */
export const listAbandoned = statement<{ id: string, partial: string }>('uploads_abandoned', () => `
  SELECT id, partial FROM uploads WHERE status = 'cancelled' AND partial IS NOT NULL LIMIT $1`)

/** $1 id, $2 partial */
export const forgetPartial = statement('uploads_forget_partial', () =>
  'UPDATE uploads SET partial = NULL WHERE id = $1 AND partial = $2')

type ExpiredRow = Pick<UploadRow, 'id' | 'account_id' | 'asset_id' | 'status' | 'partial'>

/** $1 moment, $2 limit */
export const listExpired = statement<ExpiredRow>('uploads_expired', (sql) => `
  SELECT id, account_id, asset_id, status, partial FROM uploads WHERE expires_at <= ${sql.moment('$1')}
  ORDER BY expires_at LIMIT $2`)

/** $1 id, $2 moment */
export const removeExpired = statement('uploads_remove_expired', (sql) =>
  `DELETE FROM uploads WHERE id = $1 AND expires_at <= ${sql.moment('$2')}`)

/** $1 user, $2 account: those that are open */
export const listOfUser = statement<Pick<UploadRow, 'id' | 'asset_id'>>('uploads_of_user', () =>
  "SELECT id, asset_id FROM uploads WHERE user_id = $1 AND account_id = $2 AND status = 'open' ORDER BY id")

/** The end of an upload that was asked for then, and whose last byte has come at this time. */
export function endOf (createdAt: Date, lastByteAt: Date): Date {
  return new Date(Math.min(lastByteAt.getTime() + LIFETIME_MS, createdAt.getTime() + LONGEST_MS))
}

/** How long the end of an upload is remembered. */
export function memoryOf (now: Date): Date {
  return new Date(now.getTime() + LIFETIME_MS)
}

/** Whether an upload has expired. One of an earlier version may have lived for longer than now. */
export function isExpired ({ status, expires_at: end, created_at: createdAt }: UploadRow, now: Date): boolean {
  const isTooOld = status === 'open' && Date.parse(createdAt) + LONGEST_MS <= now.getTime()
  return isTooOld || Date.parse(end) <= now.getTime()
}

/** Cancels the uploads of assets that are deleted for good. A job removes their temporary files. */
export const cancelUploadsOfAssets = cancelBy('uploads_cancel_of_assets', 'asset_id')

/** Cancels uploads that are open, in the same way. */
export const cancelUploads = cancelBy('uploads_cancel_open', 'id')

function cancelBy (name: string, column: 'id' | 'asset_id') {
  /** $1 account, $2 JSON list, $3 end of its memory */
  const cancel = statement(name, (sql) => `
    UPDATE uploads SET status = 'cancelled', lease_token = NULL, expires_at = ${sql.moment('$3')}
    WHERE account_id = $1 AND ${sql.among(column, sql.strings('$2'))} AND status = 'open'`)

  return async (tx: Transaction, ids: readonly string[]): Promise<void> => {
    await tx.sql.run(cancel, [tx.caller.accountId, JSON.stringify(ids), toDatabase(memoryOf(tx.time))])
    tx.wake(UPLOADS_JOB)
  }
}
