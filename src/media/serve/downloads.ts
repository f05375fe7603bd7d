import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { NotFound } from '../../errors.js'
import { GUEST_TARGET } from '../../core/events/kinds.js'
import type { TargetsOf } from '../../core/events/forms.js'
import { record } from '../../core/events/record.js'
import { aboutAsset, assetKind } from '../../items/kinds.js'
import { requireItem } from '../../items/require.js'
import { toItemId } from '../../basics/ids.js'
import { toDatabase } from '../../basics/time.js'
import type { Transact } from '../../core/transact.js'
import { isShown } from './content-type.js'
import type { SentPermit, SignedUrls } from './signed-urls.js'

/** An admitted download. */
export interface Download {
  readonly fileId: string
  readonly filename: string
  readonly contentType: string
  readonly sha256: string
  readonly key: string
  /** Seconds until the URL expires. */
  readonly expiresIn: number
  /** Of a file beside an asset only pictures are shown. */
  readonly isInline: boolean
  /** Records the download in the history of the asset, if it has one, when its URL is used first. */
  readonly note: () => Promise<void>
}

interface Row {
  readonly asset_id: string | null
  readonly filename: string
  readonly content_type: string
  readonly sha256: string
  readonly key: string
  readonly account_id: number
  readonly account: string
  readonly used: number | null
}

/** $1 file, $2 signature */
const find = statement<Row>('media_download', () => `
  SELECT file.asset_id, file.filename, file.content_type, media_blobs.sha256, media_blobs.key, file.account_id,
    accounts.name AS account,
    (SELECT 1 FROM media_downloads WHERE signature = $2) AS used
  FROM media_files AS file JOIN media_blobs ON media_blobs.id = file.blob_id
    JOIN accounts ON accounts.id = file.account_id
  WHERE file.id = $1 AND file.status IN ('ready', 'replaced')`)

/** $1 signature, $2 when it expires */
export const markUsed = statement('media_downloads_insert', (sql) => `
  INSERT INTO media_downloads (signature, expires_at) VALUES ($1, ${sql.moment('$2')}) ON CONFLICT DO NOTHING`)

export interface DownloadsDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly signedUrls: SignedUrls
}

/** Downloads by signed URLs: one file for an hour, without a key. */
export function createDownloads ({ database, transact, signedUrls }: DownloadsDependencies) {
  return {
    /** Throws DownloadRefused if the signature is wrong or has expired, and NotFound if the file has gone. */
    async open (fileId: string, sent: SentPermit): Promise<Download> {
      const { signature, expires, expiresIn, userId, guestId } = await signedUrls.admit('download', fileId, sent)
      const known = toItemId(fileId)
      const row = known === null ? undefined : await database.reads.sql.first(find, [known, signature])
      if (row === undefined) throw new NotFound()

      const { asset_id: assetId, filename, content_type: contentType, sha256, key } = row
      const note = async () => {
        if (row.used !== null || assetId === null) return
        await transact(systemCaller({ id: row.account_id, name: row.account }, userId), async (tx) => {
          if (await tx.sql.run(markUsed, [signature, toDatabase(new Date(expires * 1000))]) === 0) return
          const asset = await requireItem(assetKind, tx.sql, tx.caller, assetId)
          await record(tx, {
            event: 'ASSET_DOWNLOADED', targets: targetsOfDownload(assetId, guestId), data: aboutAsset(asset).data
          })
        })
      }
      const isInline = isShown(contentType) && (assetId !== null || contentType.startsWith('image/'))
      return { fileId, filename, contentType, sha256, key, expiresIn, isInline, note }
    }
  }
}

export type Downloads = ReturnType<typeof createDownloads>

/** The targets of a download. That of a guest names the guest's link. */
export function targetsOfDownload (assetId: string, guestId: number | undefined): TargetsOf<'ASSET_DOWNLOADED'> {
  return { asset_id: assetId, ...(guestId !== undefined && { [GUEST_TARGET]: guestId }) }
}
