import { toDatabase, toSeconds } from '../basics/time.js'
import { record } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { NoFileReady } from '../errors.js'
import { aboutAsset, assetKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import { releaseBytes, releaseOldVersions, releasePresent, releaseRemoved } from './housekeeping/release.js'
import { numberFiles } from './versions/present-file.js'

/** What stays of a file that is removed. All that is the asset's own stays in any case. */
export const keepable = ['previews', 'nothing'] as const
export type Kept = typeof keepable[number]

/** $1 asset, $2 account */
const findReady = statement<{ version: number, sha256: string }>('media_files_ready', () => `
  SELECT file.version, media_blobs.sha256 FROM media_files AS file JOIN media_blobs ON media_blobs.id = file.blob_id
  WHERE file.asset_id = $1 AND file.account_id = $2 AND file.status = 'ready' ORDER BY file.id DESC LIMIT 1`)

/** $1 asset, $2 account, $3 time, $4 SHA-256, $5 version */
const makePlaceholder = statement('assets_make_placeholder', (sql) => `
  UPDATE assets SET media_type = 'placeholder', modified_at = ${sql.moment('$3')}, removed_sha256 = $4, removed_version = $5
  WHERE id = $1 AND account_id = $2`)

/** $1 asset, $2 user, $3 time */
const tellLater = statement('media_removals_insert_told', (sql) =>
  `INSERT INTO media_removals (asset_id, user_id, created_at) VALUES ($1, $2, ${sql.moment('$3')})`)

/**
 * Removes the file of an asset, and its versions. The job of housekeeping removes their bytes, and records that when it
 * is done. Files that are on their way go on. Throws AssetNotFound, RoleRefused and NoFileReady.
 */
export async function removeFile (tx: Transaction, assetId: string, keep: Kept): Promise<void> {
  const { sql, caller: { accountId, userId }, time } = tx
  const asset = await lockItem(assetKind, tx, assetId, 'purge')
  // Its number, and those of the versions, are not used again.
  await numberFiles(tx, asset.id)
  const ready = await sql.first(findReady, [asset.id, accountId])
  if (ready === undefined) throw new NoFileReady()
  await releaseOldVersions(tx, asset.id, 0)
  await releaseRemoved(tx, asset.id)
  await (keep === 'previews' ? releaseBytes : releasePresent)(tx, asset.id)
  await sql.run(tellLater, [asset.id, userId, toDatabase(time)])
  await sql.run(makePlaceholder, [asset.id, accountId, toDatabase(time), ready.sha256, ready.version])
  const empty = { ...asset, media_type: 'placeholder', modification_date: toSeconds(time) }
  await record(tx, { event: 'ASSET_REMOVE_MEDIA_QUEUED', ...aboutAsset(empty) })
}
