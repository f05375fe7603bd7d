import { createHash } from 'node:crypto'
import { statement } from '../../database/sql.js'
import type { UploadRow } from '../../media/uploads/rows.js'
import { UPLOADED, type ArrivalRow } from '../arrivals/rows.js'

/** An arrival that may be the one that is asked for. */
export interface KnownUpload extends Pick<ArrivalRow, 'id' | 'status' | 'file_id' | 'asset_id' | 'checksum'> {
  readonly project_id: string | null
}

/** $1 drop folder, $2 account, $3 key */
export const findByKey = statement<KnownUpload>('arrivals_by_upload', () => `
  SELECT id, status, file_id, asset_id, project_id, checksum FROM arrivals
  WHERE drop_folder_id = $1 AND account_id = $2 AND upload_key = $3`)

/** $1 arrival, $2 account: it is not the one any more */
export const leaveKey = statement('arrivals_leave_upload', () =>
  'UPDATE arrivals SET upload_key = NULL WHERE id = $1 AND account_id = $2')

/** $1 arrival, $2 account, $3 file, $4 user */
export const beginAgain = statement('arrivals_upload_again', () => `
  UPDATE arrivals SET status = 'arriving', file_id = $3, user_id = $4, error = NULL, finished_at = NULL, sweep_at = NULL
  WHERE id = $1 AND account_id = $2`)

/**
 * $1 id, $2 account, $3 user, $4 drop folder, $5 path, $6 key of the path, $7 size, $8 mtime, $9 file, $10 earlier
 * asset, $11 link, $12 guest, $13 key, $14 time, $15 stem
 */
export const insertUploaded = statement('arrivals_insert_uploaded', (sql) => `
  INSERT INTO arrivals (id, account_id, user_id, drop_folder_id, path, path_key, size, mtime, state, status, file_id,
    earlier_asset_id, link_id, guest, upload_key, same_since, created_at, stem_key)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '${UPLOADED}', 'arriving', $9, $10, $11, $12, $13, ${sql.moment('$14')},
    ${sql.moment('$14')}, $15)`)

type OpenUpload = Pick<UploadRow, 'id' | 'asset_id' | 'sha256' | 'expires_at'>

/** $1 file, $2 account: its upload, while it is open */
export const findOpen = statement<OpenUpload>('arrivals_open_upload', (sql) => `
  SELECT id, asset_id, sha256, ${sql.milliseconds('expires_at')} AS expires_at FROM uploads
  WHERE id = $1 AND account_id = $2 AND status = 'open'`)

/** A file, as its sender tells it from others. */
export interface SentFile {
  readonly path: string
  readonly size: number
  /** When it was changed. */
  readonly modifiedAt?: Date
  readonly sha256?: string
  readonly content_type?: string
}

/** When it was changed, in nanoseconds; 0 if nobody has said. */
export function mtimeOf ({ modifiedAt: at }: SentFile): string {
  return at === undefined ? '0' : String(BigInt(at.getTime()) * 1_000_000n)
}

/** What tells an upload from others: of all users, or of one who does not see what the others have sent. */
export function uploadKeyOf (file: SentFile, userId: number | null): string {
  return createHash('sha256').update(JSON.stringify([file.path, file.size, mtimeOf(file), userId])).digest('base64url')
}
