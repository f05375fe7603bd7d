import type { Static } from '@sinclair/typebox'
import { statement, type Dialect } from '../database/sql.js'
import type { MediaStatus, SignedUrl } from '../media/rows.js'
import type { Attachment as AttachmentSchema } from './schema.js'

/** An attachment, as the API shows it. */
export type Attachment = Static<typeof AttachmentSchema>

/** An attachment, as statements read it: what it belongs to, and its file. */
export interface AttachmentRow {
  readonly id: number
  readonly item_type: 'asset' | 'project'
  readonly item_id: string
  readonly comment_id: number | null
  readonly file_id: string
  readonly description: string
  readonly filename: string
  readonly content_type: string
  readonly size: number
  readonly status: MediaStatus
  readonly sha256: string | null
  readonly user_id: number
  readonly created_at: string
}

/** An attachment in a list. One with a large description is read by itself: its description is null. */
export type ListedAttachment = Omit<AttachmentRow, 'description'> & { readonly description: string | null }

/** A description with more bytes is large. */
const LARGE_BYTES = 8192

export const attachmentColumns = (sql: Dialect, description = 'a.description') => `a.id, a.item_type, a.item_id, a.comment_id, a.file_id,
    ${description} AS description, file.filename, file.content_type, file.total AS size, file.status, blob.sha256,
    file.user_id, ${sql.milliseconds('file.created_at')} AS created_at`

export const attachmentTables = `attachments AS a JOIN media_files AS file ON file.id = a.file_id
    LEFT JOIN media_blobs AS blob ON blob.id = file.blob_id`

/** $1 item, $2 account, $3 before this id, $4 limit: the newest first */
export const listAttachments = statement<ListedAttachment>('attachments_list', (sql) => `
  SELECT ${attachmentColumns(sql, `CASE WHEN octet_length(a.description) > ${LARGE_BYTES} THEN NULL ELSE a.description END`)}
  FROM ${attachmentTables} WHERE a.item_id = $1 AND a.account_id = $2 AND a.id < $3 ORDER BY a.id DESC LIMIT $4`)

/** $1 id, $2 item, $3 account */
export const findAttachment = statement<AttachmentRow>('attachments_find', (sql) => `
  SELECT ${attachmentColumns(sql)} FROM ${attachmentTables} WHERE a.id = $1 AND a.item_id = $2 AND a.account_id = $3`)

/** $1 file, $2 account */
export const findOfFile = statement<AttachmentRow>('attachments_find_of_file', (sql) => `
  SELECT ${attachmentColumns(sql)} FROM ${attachmentTables} WHERE a.file_id = $1 AND a.account_id = $2`)

/** $1 account, $2 JSON list of items */
export const filesOfItems = statement<{ file_id: string }>('attachments_files_of_items', (sql) => `
  SELECT file_id FROM attachments WHERE account_id = $1 AND ${sql.among('item_id', sql.strings('$2'))}`)

/** $1 item, $2 account */
export const countAttachments = statement<{ count: number }>('attachments_count', () => `
  SELECT COUNT(*) AS count FROM attachments WHERE item_id = $1 AND account_id = $2`)

/** $1 item, $2 account, $3 SHA-256: whether an attachment has these bytes */
export const findSameAttachment = statement<{ id: number }>('attachments_same', () => `
  SELECT a.id FROM ${attachmentTables}
  WHERE a.item_id = $1 AND a.account_id = $2 AND file.status = 'ready' AND blob.sha256 = $3 ORDER BY a.id LIMIT 1`)

/** An attachment as the API shows it: in webhooks and exports without a URL. */
export function presentAttachment (row: AttachmentRow, signed: SignedUrl | null): Attachment {
  const isReady = row.status === 'ready'
  return {
    id: row.id,
    filename: row.filename,
    description: row.description,
    content_type: row.content_type,
    size: row.size,
    checksum: isReady ? { algorithm: 'sha256', value: row.sha256! } : null,
    status: isReady ? 'ready' : 'pending',
    user_id: row.user_id,
    comment_id: row.comment_id,
    created_at: row.created_at,
    download_url: isReady && signed !== null ? signed.url : null,
    download_url_expires_at: isReady && signed !== null ? signed.expiresAt : null
  }
}
