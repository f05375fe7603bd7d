import { statement } from '../database/sql.js'
import { InvalidFileUrl } from '../errors.js'
import { record } from '../core/events/record.js'
import { newId } from '../basics/ids.js'
import { assetKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { AssetRow } from '../items/rows.js'
import { sharedChange } from '../items/update.js'
import type { Received } from './receive/messages.js'
import { parseHttpUrl } from '../outbound/index.js'
import type { Page } from '../basics/page.js'
import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { SignedUrls } from './serve/signed-urls.js'
import { INGEST_JOB } from './ingest/ingests.js'
import { listFiles, listFilesOf, type OwnedFile } from './list-files.js'
import { presentAnalysedMedia, type MediaReader } from './present.js'
import { signFile } from './serve/sign-file.js'
import type { AnalysedFile } from './rows.js'

/** Files that an asset usually has at most. */
const USUAL_FILES = 4
/** Files of an asset that are shown with it. */
const MOST_FILES = 1000

/**
 * $1 id, $2 account, $3 asset, $4 user, $5 filename, $6 URL, $7 time, $8 partial, $9 progress, $10 total, $11 type,
 * $12 import
 */
const insertFile = statement('media_files_insert', (sql) => `
  INSERT INTO media_files (id, account_id, asset_id, user_id, filename, source_url, status, due_at, created_at, partial,
    progress, total, content_type, import_id)
  VALUES ($1, $2, $3, $4, $5, $6, 'pending', ${sql.moment('$7')}, ${sql.moment('$7')}, $8, $9, $10, $11, $12)`)

/** $1 asset, $2 account, $3 after this id, $4 limit: the size of each */
const weighFiles = statement('media_files_weigh', () => `
  SELECT id AS key, octet_length(filename) + octet_length(COALESCE(error, '')) + octet_length(COALESCE(content_type,
    '')) + 4000 AS bytes
  FROM media_files WHERE asset_id = $1 AND account_id = $2 AND id > $3 AND status <> 'replaced' ORDER BY id LIMIT $4`)

export interface NewMedia {
  readonly file_url: string
  readonly filename: string
}

/** Throws AssetNotFound, RoleRefused and InvalidFileUrl. */
export async function attachFile (
  tx: Transaction, assetId: string, { file_url: fileUrl, filename }: NewMedia
): Promise<void> {
  await attachTo(tx, await lockItem(assetKind, tx, assetId, 'change'), { file_url: fileUrl, filename })
}

/** The same for a locked asset. Throws InvalidFileUrl. */
export async function attachTo (
  tx: Transaction, asset: AssetRow, { file_url: fileUrl, filename }: NewMedia, importId: string | null = null
): Promise<void> {
  if (parseHttpUrl(fileUrl) === null) throw new InvalidFileUrl()
  await bringIn(tx, asset, { filename, url: fileUrl, received: null, importId })
}

/** Takes a file that was uploaded: its temporary file is whole. Throws AssetNotFound. */
export async function takeFile (
  tx: Transaction, assetId: string, { filename, received }: { filename: string, received: Received }
): Promise<void> {
  await bringIn(tx, await lockItem(assetKind, tx, assetId, 'change'), { filename, url: '', received, importId: null })
}

/** The common part of `attachTo` and `takeFile`. */
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
    attach: ({ transact, caller }: Unit, assetId: string, media: NewMedia): Promise<void> =>
      transact((tx) => attachFile(tx, assetId, media), sharedChange(assetKind, caller, assetId)),

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
      const sign = await signedUrls.signerFor(caller, baseUrl)
      return files.map((file) => signFile(file, sign))
    },

    /** Reads files for lists of assets, as JSON arrays. */
    reader: ({ caller, reads }: Unit, baseUrl: string): MediaReader => ({
      async ofAssets (ids) {
        const limit = ids.length * USUAL_FILES + MOST_FILES
        const rows = await reads.sql.all<OwnedFile>(listFilesOf, [caller.accountId, JSON.stringify(ids), limit])
        const isWhole = rows.length < limit
        const texts = new Map<string, string[]>(isWhole ? ids.map((id) => [id, []]) : [])
        const sign = await signedUrls.signerFor(caller, baseUrl)
        for (const row of rows) {
          const text = JSON.stringify(presentAnalysedMedia(signFile(row, sign)))
          const id = row.asset_id
          const known = texts.get(id)
          if (known === undefined) texts.set(id, [text])
          else known.push(text)
        }
        if (!isWhole) texts.delete(rows.at(-1)!.asset_id)
        return new Map([...texts].map(([id, files]) => [id, `[${files.join()}]`]))
      },
      async ofAsset (id) {
        const files = await reads.sql.all<AnalysedFile>(listFiles, [id, caller.accountId, '', MOST_FILES])
        const sign = await signedUrls.signerFor(caller, baseUrl)
        return JSON.stringify(files.map((file) => presentAnalysedMedia(signFile(file, sign))))
      }
    })
  }
}

export type Files = ReturnType<typeof createFiles>
