import { statement } from '../database/sql.js'
import { InvalidFileUrl } from '../errors.js'
import { record } from '../core/events/record.js'
import { groupBy } from '../basics/group-by.js'
import { newId } from '../basics/ids.js'
import { aboutAsset, assetKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { AssetRow } from '../items/rows.js'
import { sharedChange } from '../items/update.js'
import type { Arrived } from './thread/messages.js'
import { parseHttpUrl } from '../outbound/index.js'
import type { Page } from '../basics/page.js'
import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import type { SignedUrls, SignUrl } from './serve/signed-urls.js'
import { INGEST_JOB } from './ingest/claim.js'
import { listFiles, listFilesOf, placeOf } from './list-files.js'
import { presentAnalysedMedia, type MediaReader } from './present.js'
import { removeFile, type Kept } from './remove-file.js'
import { signFile } from './serve/sign-file.js'
import { arrivedValues, type AnalysedFile } from './rows.js'
import { toSourceUrl, type FileSource } from './source.js'

/** Files that an asset usually has at most. */
const USUAL_FILES = 4
/** Files of an asset that are shown with it. */
const MOST_FILES = 1000

/**
 * The files of an asset are ordered by their times, which differ: an upload has its id before it is attached. $1 id,
 * $2 account, $3 asset, $4 user, $5 filename, $6 URL, $7 time, $8 import, $9 run, and what has arrived
 */
const insertFile = statement('media_files_insert', (sql) => `
  INSERT INTO media_files (id, account_id, asset_id, user_id, filename, source_url, status, due_at, created_at, import_id,
    run_id, partial, progress, total, validator, content_type)
  VALUES ($1, $2, $3, $4, $5, $6, 'pending', ${sql.moment('$7')},
    ${sql.later(sql.moment('$7'), '(SELECT MAX(created_at) FROM media_files WHERE asset_id = $3)')}, $8, $9, $10, $11, $12, $13, $14)`)

/** $1 asset, $2 account, $3 after this place, $4 limit: the size of each */
const weighFiles = statement<{ key: string, bytes: number }>('media_files_weigh', (sql) => `
  SELECT ${placeOf(sql)} AS key, octet_length(filename) + octet_length(COALESCE(error, '')) + octet_length(COALESCE(content_type,
    '')) + 4000 AS bytes
  FROM media_files AS file WHERE asset_id = $1 AND account_id = $2 AND ${placeOf(sql)} > $3 AND status <> 'replaced'
  ORDER BY created_at, id LIMIT $4`)

export interface NewMedia {
  readonly file_url: string
  readonly filename: string
}

/** A file, and where its bytes come from. */
export interface NewFile {
  /** An upload has said it. */
  readonly id?: string
  readonly filename: string
  readonly source: FileSource
  /** What is there already. An upload is whole. */
  readonly arrived?: Arrived
  /** The import that attaches it. */
  readonly importId?: string
}

/** Queues a file of a locked asset for its ingest. Checks the form of a URL only. Throws InvalidFileUrl. */
export async function attachFile (
  tx: Transaction, asset: AssetRow, { id = newId(), filename, source, arrived, importId }: NewFile
): Promise<void> {
  if (source.kind === 'url' && parseHttpUrl(source.url) === null) throw new InvalidFileUrl()
  const { caller: { accountId, userId, runId }, time } = tx
  await tx.sql.run(insertFile, [id, accountId, asset.id, userId, filename, toSourceUrl(source), toDatabase(time),
    importId ?? null, runId ?? null, ...arrivedValues(arrived ?? null)])
  await record(tx, { event: 'ASSET_STARTED_INGEST', ...aboutAsset(asset) })
  tx.wake(INGEST_JOB)
}

/** Files of assets (section 4.2 of the contract). Each function throws AssetNotFound if the asset is missing. */
export function createFiles ({ signedUrls }: { signedUrls: SignedUrls }) {
  return {
    /** Attaches the file at a URL. Throws RoleRefused and InvalidFileUrl. */
    attach: ({ transact, caller }: Unit, assetId: string, { file_url: url, filename }: NewMedia): Promise<void> =>
      transact(async (tx) => {
        await attachFile(tx, await lockItem(assetKind, tx, assetId, 'change'), { filename, source: { kind: 'url', url } })
      }, sharedChange(assetKind, caller, assetId)),

    /** Removes the file that is ready, and the versions. Throws RoleRefused and NoFileReady. */
    remove: ({ transact, caller }: Unit, assetId: string, keep: Kept): Promise<void> =>
      transact((tx) => removeFile(tx, assetId, keep), sharedChange(assetKind, caller, assetId)),

    require: ({ caller, reads }: Unit, assetId: string) => requireItem(assetKind, reads.sql, caller, assetId),

    /** The bytes of each entry of the list. */
    weigh: ({ caller, reads }: Unit, assetId: string, { after, limit }: Page) =>
      reads.sql.all(weighFiles, [assetId, caller.accountId, after, limit]),

    /**
     * Lists the files of an asset in the order in which they were attached, with URLs for those that are ready. The
     * caller has checked that the asset exists.
     */
    async list ({ caller, reads }: Unit, assetId: string, { after, limit }: Page, baseUrl: string) {
      const files = await reads.sql.all(listFiles, [assetId, caller.accountId, after, limit])
      const sign = await signedUrls.signerFor(caller, baseUrl)
      return files.map((file) => signFile(file, sign))
    },

    /** Reads files for lists of assets, as JSON arrays. */
    reader: ({ caller, reads }: Unit, baseUrl: string): MediaReader => ({
      async ofAssets (ids) {
        const limit = ids.length * USUAL_FILES + MOST_FILES
        const rows = await reads.sql.all(listFilesOf, [caller.accountId, JSON.stringify(ids), limit])
        const isWhole = rows.length < limit
        const sign = await signedUrls.signerFor(caller, baseUrl)
        const texts = new Map<string, string>(isWhole ? ids.map((id) => [id, '[]']) : [])
        for (const [id, files] of groupBy(rows, (row) => row.asset_id)) texts.set(id, toJson(files, sign))
        if (!isWhole) texts.delete(rows.at(-1)!.asset_id)
        return texts
      },
      async ofAsset (id) {
        const files = await reads.sql.all(listFiles, [id, caller.accountId, '', MOST_FILES])
        return toJson(files, await signedUrls.signerFor(caller, baseUrl))
      }
    })
  }
}

function toJson (files: readonly AnalysedFile[], sign: SignUrl): string {
  return JSON.stringify(files.map((file) => presentAnalysedMedia(signFile(file, sign))))
}

export type Files = ReturnType<typeof createFiles>
