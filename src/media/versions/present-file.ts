import { toDatabase, toSeconds } from '../../basics/time.js'
import { record } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'
import { aboutAsset } from '../../items/kinds.js'
import type { AssetRow } from '../../items/rows.js'
import { releaseRemoved } from '../housekeeping/release.js'
import { versionOf } from '../list-files.js'
import { isShownFile } from '../rows.js'

/** $1 id, $2 account, $3 filename, $4 time */
const makeLive = statement('assets_make_live', (sql) => `
  UPDATE assets SET media_type = 'live', original_filename = $3, modified_at = ${sql.moment('$4')}, removed_sha256 = NULL,
    removed_version = NULL WHERE id = $1 AND account_id = $2`)

/** $1 asset, $2 account, $3 time, $4 user */
const replaceFile = statement('media_files_replace', (sql) => `
  UPDATE media_files SET status = 'replaced', replaced_at = ${sql.moment('$3')}, replaced_by = $4
  WHERE asset_id = $1 AND account_id = $2 AND status = 'ready'`)

/** $1 asset, $2 account */
const findFile = statement<PresentFile>('media_files_present', () => `
  SELECT id, ${versionOf} AS version FROM media_files AS file
  WHERE asset_id = $1 AND account_id = $2 AND ${isShownFile('file')} ORDER BY id DESC LIMIT 1`)

/** $1 asset, $2 account: in the order in which the files were ready */
const numberNew = statement('media_files_number', () => `
  UPDATE media_files SET version = numbered.version FROM (
    SELECT file.id, assets.versions + ROW_NUMBER() OVER (ORDER BY file.finished_at, file.created_at, file.id) AS version
    FROM media_files AS file JOIN assets ON assets.id = file.asset_id
    WHERE file.asset_id = $1 AND file.account_id = $2 AND file.version IS NULL AND file.status IN ('ready', 'replaced')
  ) AS numbered WHERE media_files.id = numbered.id`)

/** $1 asset, $2 account */
const countVersions = statement('assets_count_versions', () => {
  const last = '(SELECT MAX(version) FROM media_files WHERE asset_id = $1)'
  return `UPDATE assets SET versions = ${last} WHERE id = $1 AND account_id = $2 AND versions < ${last}`
})

interface PresentFile {
  readonly id: string
  readonly version: number
}

/** $1 asset, $2 account, $3 file: if the file of the asset was removed, and this has the same bytes */
const takeNumber = statement('media_files_take_number', () => `
  UPDATE media_files SET version = (SELECT removed_version FROM assets WHERE id = $1)
  WHERE id = $3 AND account_id = $2 AND blob_id = (SELECT media_blobs.id FROM assets
    JOIN media_blobs ON media_blobs.sha256 = assets.removed_sha256 WHERE assets.id = $1 AND assets.account_id = $2)`)

/**
 * A file that is ready takes the number of the one that was removed from its locked asset, if it has the same bytes.
 * Returns whether it has.
 */
export async function isSameAgain ({ sql, caller }: Transaction, assetId: string, fileId: string): Promise<boolean> {
  return await sql.run(takeNumber, [assetId, caller.accountId, fileId]) > 0
}

/** An asset's file that is ready, or was removed with its previews left; null if there is none. */
export async function findPresent (sql: Sql, accountId: number, assetId: string): Promise<PresentFile | null> {
  return await sql.first(findFile, [assetId, accountId]) ?? null
}

/** Numbers the files of a locked asset that are ready, before any of them is released: no number comes twice. */
export async function numberFiles ({ sql, caller }: Transaction, assetId: string): Promise<void> {
  await sql.run(numberNew, [assetId, caller.accountId])
  await sql.run(countVersions, [assetId, caller.accountId])
}

/** The file of a locked asset becomes a version. */
export async function replacePresent (tx: Transaction, asset: AssetRow): Promise<void> {
  const { caller: { accountId, userId } } = tx
  await tx.sql.run(replaceFile, [asset.id, accountId, toDatabase(tx.time), userId])
}

/**
 * A locked asset has another file from now on: a new one, or a version that was taken back. Every change of an asset's
 * file goes through here, so consumers follow it by ASSET_FINISHED_INGEST. An entry of a removed file goes.
 */
export async function makePresent (
  tx: Transaction, asset: AssetRow, filename: string, { sameFile = false }: { readonly sameFile?: boolean } = {}
): Promise<void> {
  await releaseRemoved(tx, asset.id)
  await tx.sql.run(makeLive, [asset.id, tx.caller.accountId, filename, toDatabase(tx.time)])
  const live = { ...asset, media_type: 'live', original_filename: filename, modification_date: toSeconds(tx.time) }
  await record(tx, { event: 'ASSET_FINISHED_INGEST', ...aboutAsset(live), ...sameFile && { sameFile } })
}
