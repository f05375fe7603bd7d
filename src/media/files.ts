import { statement } from '../database/sql.js'
import { InvalidFileUrl } from '../errors.js'
import { record } from '../core/events/record.js'
import { newId } from '../basics/ids.js'
import { assetKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { AssetRow } from '../items/rows.js'
import type { Received } from './receive/messages.js'
import { parseHttpUrl } from '../outbound/index.js'
import type { Page } from '../basics/page.js'
import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { SignedUrls } from './serve/signed-urls.js'
import { isViewed } from './serve/content-type.js'
import { INGEST_JOB } from './ingest/ingests.js'
import type { Purpose } from './serve/signing.js'
import type { AnalysedFile, ListedPreview, SignedFile } from './rows.js'

/**
 * $1 id, $2 account, $3 asset, $4 user, $5 filename, $6 URL, $7 time, $8 partial, $9 progress, $10 total, $11 type,
 * $12 import
 */
const insertFile = statement('media_files_insert', (sql) => `
  INSERT INTO media_files (id, account_id, asset_id, user_id, filename, source_url, status, due_at, created_at, partial,
    progress, total, content_type, import_id)
  VALUES ($1, $2, $3, $4, $5, $6, 'pending', ${sql.moment('$7')}, ${sql.moment('$7')}, $8, $9, $10, $11, $12)`)

/** $1 asset, $2 account, $3 after this id, $4 limit */
const listFiles = statement('media_files_list', (sql) => `
  SELECT file.id, file.filename, file.status, file.error, file.content_type,
    ${sql.milliseconds('file.created_at')} AS created_at,
    file.progress, file.total, media_blobs.size, media_blobs.sha256,
    media_analyses.status AS analysis, media_blobs.content_type AS analysed_type,
    (SELECT ${sql.joined('json', 'kind')} FROM (
      SELECT kind, ${sql.object([['kind', 'kind'], ['width', 'width'], ['height', 'height']])} AS json
      FROM media_previews WHERE blob_id = file.blob_id ORDER BY kind) AS shown) AS previews
  FROM media_files AS file LEFT JOIN media_blobs ON media_blobs.id = file.blob_id
    LEFT JOIN media_analyses ON media_analyses.id = file.id
  WHERE file.asset_id = $1 AND file.account_id = $2 AND file.id > $3 ORDER BY file.id LIMIT $4`)

/** $1 asset, $2 account, $3 after this id, $4 limit: the size of each */
const weighFiles = statement('media_files_weigh', () => `
  SELECT id AS key, octet_length(filename) + octet_length(COALESCE(error, '')) + octet_length(COALESCE(content_type,
    '')) + 1500 AS bytes
  FROM media_files WHERE asset_id = $1 AND account_id = $2 AND id > $3 ORDER BY id LIMIT $4`)

export interface NewMedia {
  readonly file_url: string
  readonly filename: string
}

/** Throws AssetNotFound and InvalidFileUrl. */
export async function attachFile (
  tx: Transaction, assetId: string, { file_url: fileUrl, filename }: NewMedia, importId: string | null = null
): Promise<void> {
  const asset = await lockItem(assetKind, tx, assetId)
  if (parseHttpUrl(fileUrl) === null) throw new InvalidFileUrl()
  await bringIn(tx, asset, { filename, url: fileUrl, received: null, importId })
}

/** Takes a file that was uploaded: its temporary file is whole. Throws AssetNotFound. */
export async function takeFile (
  tx: Transaction, assetId: string, { filename, received }: { filename: string, received: Received }
): Promise<void> {
  await bringIn(tx, await lockItem(assetKind, tx, assetId), { filename, url: '', received, importId: null })
}

/** From here on URLs and uploads go the same way. */
async function bringIn (
  tx: Transaction,
  asset: AssetRow,
  { filename, url, received, importId }:
  { filename: string, url: string, received: Received | null, importId: string | null }
): Promise<void> {
  const { caller } = tx
  await tx.sql.run(insertFile, [newId(), caller.accountId, asset.id, caller.userId, filename, url, toDatabase(tx.time),
    received?.partial ?? null, received?.bytes ?? 0, received?.total ?? null, received?.contentType ?? null, importId])
  await record(tx, { event: 'ASSET_STARTED_INGEST', targets: { asset_id: asset.id }, data: assetKind.data(asset) })
  tx.wake(INGEST_JOB)
}

/** Files of assets (section 4.2 of the contract). Each function throws AssetNotFound if the asset is missing. */
export function createFiles ({ signedUrls }: { signedUrls: SignedUrls }) {
  return {
    /** Queues a file for its ingest. Checks the form of the URL only. Throws InvalidFileUrl. */
    attach: ({ transact }: Unit, assetId: string, media: NewMedia): Promise<void> =>
      transact((tx) => attachFile(tx, assetId, media)),

    require: ({ caller, reads }: Unit, assetId: string) => requireItem(assetKind, reads.sql, caller, assetId),

    /** The bytes of each entry of the list. */
    weigh: ({ caller, reads }: Unit, assetId: string, { after, limit }: Page) =>
      reads.sql.all<{ key: string, bytes: number }>(weighFiles, [assetId, caller.accountId, after, limit]),

    /**
     * Lists the files of an asset in the order in which they were attached, with URLs for those that are ready. The
     * caller has checked that the asset exists.
     */
    async list ({ caller, reads }: Unit, assetId: string, { after, limit }: Page, baseUrl: string) {
      const files = await reads.sql.all<AnalysedFile>(listFiles, [assetId, caller.accountId, after, limit])
      const sign = (purpose: Purpose, { id }: AnalysedFile) => signedUrls.sign(purpose, id, caller.userId, baseUrl)
      return Promise.all(files.map(async (file): Promise<SignedFile> => {
        if (file.status !== 'ready') return { ...file, signed: null, view: null, signedPreviews: [] }
        const previews = JSON.parse(`[${file.previews ?? ''}]`) as ListedPreview[]
        return {
          ...file,
          signed: await sign('download', file),
          view: isViewed(file.analysed_type ?? file.content_type ?? '') ? await sign('view', file) : null,
          signedPreviews: await Promise.all(previews.sort((one, other) => one.kind < other.kind ? 1 : -1)
            .map(async (each) => ({ ...each, signed: await sign(each.kind, file) })))
        }
      }))
    }
  }
}

export type Files = ReturnType<typeof createFiles>
