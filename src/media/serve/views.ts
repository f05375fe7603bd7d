import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { NotFound } from '../../errors.js'
import { toItemId } from '../../basics/ids.js'
import { PREVIEW_TYPE, type PreviewKind } from '../analysis/task.js'
import { isViewed } from './content-type.js'
import type { SentPermit, SignedUrls } from './signed-urls.js'

/** An admitted file or preview. */
export interface View {
  readonly filename: string
  readonly contentType: string
  readonly sha256: string
  readonly key: string
  /** Seconds until the URL expires. */
  readonly expiresIn: number
}

/** $1 file. Its type is the detected one, or the announced one before its analysis. */
const findFile = statement('media_view_file', () => `
  SELECT file.filename, COALESCE(blob.content_type, file.content_type) AS content_type, blob.sha256, blob.key
  FROM media_files AS file JOIN media_blobs AS blob ON blob.id = file.blob_id
  WHERE file.id = $1 AND file.status = 'ready'`)

/** $1 file, $2 kind */
const findPreview = statement('media_view_preview', () => `
  SELECT file.filename, preview.sha256, preview.key
  FROM media_files AS file JOIN media_previews AS preview ON preview.blob_id = file.blob_id
  WHERE file.id = $1 AND preview.kind = $2 AND file.status = 'ready'`)

type Row = Pick<View, 'filename' | 'sha256' | 'key'> & { readonly content_type?: string }

/** Views by signed URLs: one file or preview for an hour, without a key. */
export function createViews ({ database, signedUrls }: { database: Database, signedUrls: SignedUrls }) {
  return {
    /** Throws DownloadRefused if the signature is wrong or has expired, and NotFound if there is nothing to view. */
    async open (what: 'view' | PreviewKind, fileId: string, sent: SentPermit): Promise<View> {
      const { expiresIn } = await signedUrls.admit(what, fileId, sent)
      const id = toItemId(fileId)
      const { sql } = database.reads
      const row = id === null
        ? undefined
        : await (what === 'view' ? sql.first<Row>(findFile, [id]) : sql.first<Row>(findPreview, [id, what]))
      const contentType = what === 'view' ? row?.content_type : PREVIEW_TYPE
      if (row === undefined || contentType === undefined || !isViewed(contentType)) throw new NotFound()
      const filename = what === 'view' ? row.filename : `${row.filename.replace(/\.[^.]*$/, '')} ${what}.webp`
      return { filename, contentType, sha256: row.sha256, key: row.key, expiresIn }
    }
  }
}
