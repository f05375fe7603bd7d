import { statement, type Dialect } from '../../database/sql.js'
import { record } from '../../core/events/record.js'
import { newId } from '../../basics/ids.js'
import { aboutAsset, assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import { redactUrl } from '../../outbound/index.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { ANALYSIS_JOB, insertAnalysis } from '../analysis/rows.js'
import { contentTypeOf } from '../serve/content-type.js'
import type { Sums } from '../thread/file-digest.js'
import type { Arrived } from '../thread/messages.js'
import { releaseOlder, releaseOldVersions, releaseOvertaken } from '../housekeeping/release.js'
import { arrivedColumns, arrivedValues, type FileRow } from '../rows.js'
import { removeLoose, lockHolder, type Holder } from '../loose-files.js'
import { newKey } from '../storage/keys.js'
import { countIn } from '../usage.js'
import { isSameAgain, makePresent, numberFiles, replacePresent } from '../versions/present-file.js'
import { dueFiles, touchAsset, type IngestClaim } from './claim.js'

/** A blob that is stored, or about to be. */
export interface StoredBlob {
  readonly id: string
  readonly key: string
}

/** $1 SHA-256 */
const lockBlob = statement<StoredBlob & { readonly gone: number }>('media_blobs_lock_sha256', (sql) => `
  SELECT id, key, CASE WHEN removed_at IS NULL THEN 0 ELSE 1 END AS gone FROM media_blobs WHERE sha256 = $1
  ${sql.forUpdate}`)

/** $1 id, $2 key */
const bringBack = statement('media_blobs_bring_back', () =>
  'UPDATE media_blobs SET key = $2, removed_at = NULL WHERE id = $1')

/** $1 id, $2 SHA-256, $3 size, $4 key, $5 time, $6 CRC */
const insertBlob = statement('media_blobs_insert', (sql) => `
  INSERT INTO media_blobs (id, sha256, size, key, created_at, crc32) VALUES ($1, $2, $3, $4, ${sql.moment('$5')}, $6)
    ON CONFLICT DO NOTHING`)

/** The values of a finished file. It keeps only the public part of its URL. $4 time, $5 URL */
const settled = (sql: Dialect) =>
  `due_at = NULL, lease_token = NULL, partial = NULL, validator = NULL, finished_at = ${sql.moment('$4')}, source_url = $5`
const settledValues = (tx: Transaction, file: FileRow) => [toDatabase(tx.time), redactUrl(file.source_url)]

/** $4 bytes */
const bind = dueFiles.held('bind', () => 'blob_id = $4')

/** $6 size, $7 type */
const makeReady = dueFiles.held(
  'finish',
  (sql) => `${settled(sql)}, status = 'ready', error = NULL, progress = $6, total = $6, content_type = $7`
)

/** $8 user */
const makeVersion = dueFiles.held('finish_version', (sql) => `
  ${settled(sql)}, status = 'replaced', replaced_at = ${sql.moment('$4')}, replaced_by = $8, error = NULL, progress = $6,
  total = $6, content_type = $7`)

/** $1 asset, $2 account, $3 file: the user of the file that has come after it, and is ready before it */
const overtaker = statement<{ user_id: number }>('media_files_overtaker', () => `
  SELECT user_id FROM media_files WHERE asset_id = $1 AND account_id = $2 AND status = 'ready'
    AND (created_at, id) > (SELECT older.created_at, older.id FROM media_files AS older WHERE older.id = $3)`)

/** $6 reason */
const makeFailed = dueFiles.held(
  'fail',
  (sql) => `${settled(sql)}, status = 'failed', error = $6, blob_id = NULL`
)

/** $4 due, $5 failures, $6 reason, and the progress */
const makePending = dueFiles.held('pause', (sql) => `
  status = 'pending', lease_token = NULL, due_at = ${sql.moment('$4')}, failures = $5, error = $6, ${arrivedColumns(7)}`)

/**
 * Finds the blob with this digest or creates it, and binds the file to it, so that it is not removed. This comes before
 * the bytes are stored: each stored object has a row. Bytes that have gone get a new key.
 */
export async function bindBlob (
  tx: Transaction, claim: IngestClaim, { sha256, crc32 }: Sums, size: number
): Promise<StoredBlob> {
  let found: (StoredBlob & { readonly gone: number }) | undefined
  while ((found = await tx.sql.first(lockBlob, [sha256])) === undefined) {
    await tx.sql.run(insertBlob, [newId(), sha256, size, newKey(sha256), toDatabase(tx.time), crc32])
  }
  // No key is used a second time: the object of the old one may still be on its way out.
  const blob = { id: found.id, key: found.gone === 1 ? newKey(sha256) : found.key }
  if (found.gone === 1) await tx.sql.run(bringBack, [blob.id, blob.key])
  const { blob_id: blobId } = claim.row
  if (blobId !== null && blobId !== blob.id) {
    await tx.prisma.mediaRemoval.create({ data: { blobId, createdAt: tx.time } })
  }
  await dueFiles.update(tx, claim, bind, [blob.id])
  return blob
}

/**
 * Releases a blob that the attempt has bound. If it, or its bytes, were removed before these were stored, the stored
 * object has no row: it is queued for removal by its key.
 */
export async function abandonBlob (tx: Transaction, { id, key }: StoredBlob): Promise<void> {
  const found = await tx.prisma.mediaBlob.findUnique({ where: { id } })
  const isKnown = found !== null && found.key === key && found.removedAt === null
  await tx.prisma.mediaRemoval.create({ data: { ...(isKnown ? { blobId: id } : { key }), createdAt: tx.time } })
}

export interface WholeFile {
  readonly bytes: number
  readonly contentType: string | null
  /** The most bytes of an account; null for no limit. */
  readonly limit: number | null
  /** How many replaced files of an asset are kept. */
  readonly versions: number
  readonly holders: readonly Holder[]
}

/**
 * The bytes are stored: the file is ready and replaces those that were attached before it, or becomes a version at once
 * if a later one was ready before it. Returns false, and has done nothing, if the account has no room for it.
 */
export async function finish (
  tx: Transaction, claim: IngestClaim, { bytes, contentType, limit, versions, holders }: WholeFile
): Promise<boolean> {
  const { row: file } = claim
  const valuesNow = () => [...settledValues(tx, file), bytes, contentTypeOf(contentType, file.filename)]
  if (file.asset_id === null) {
    const tell = await lockHolder(holders, tx, file.id)
    if (!await countIn(tx, bytes, limit)) return false
    await dueFiles.update(tx, claim, makeReady, valuesNow())
    await tell()
    return true
  }
  const asset = await lockItem(assetKind, tx, file.asset_id, 'change')
  if (!await countIn(tx, bytes, limit)) return false
  const values = valuesNow()
  const later = await tx.sql.first(overtaker, [asset.id, file.account_id, file.id])
  if (later === undefined) {
    if (versions > 0) await replacePresent(tx, asset)
    await dueFiles.update(tx, claim, makeReady, values)
    const sameFile = await isSameAgain(tx, asset.id, file.id)
    await numberFiles(tx, asset.id)
    await (versions > 0 ? releaseOvertaken : releaseOlder)(tx, asset.id, file.id)
    await makePresent(tx, asset, file.filename, { sameFile })
  } else {
    await dueFiles.update(tx, claim, makeVersion, [...values, later.user_id])
    await numberFiles(tx, asset.id)
    touchAsset(tx, file)
  }
  await releaseOldVersions(tx, asset.id, versions)
  await tx.sql.run(insertAnalysis, [file.id, file.account_id, file.user_id, toDatabase(tx.time)])
  tx.wake(ANALYSIS_JOB)
  return true
}

/** $1 import, $2 account */
const countFailure = statement(
  'imports_media_failed',
  () => 'UPDATE imports SET media_failed = media_failed + 1 WHERE id = $1 AND account_id = $2'
)

/** The file has failed for good. A loose one goes, with what refers to it. */
export async function fail (tx: Transaction, claim: IngestClaim, error: string): Promise<void> {
  const { row: file } = claim
  if (file.asset_id === null) {
    await dueFiles.hold(tx, claim)
    return removeLoose(tx, [file.id])
  }
  // Before the asset: an import locks its own row first, and its assets after it.
  if (file.import_id !== null) await tx.sql.run(countFailure, [file.import_id, file.account_id])
  const asset = await lockItem(assetKind, tx, file.asset_id, 'change')
  await dueFiles.update(tx, claim, makeFailed, [...settledValues(tx, file), error])
  if (file.blob_id !== null) await tx.prisma.mediaRemoval.create({ data: { blobId: file.blob_id, createdAt: tx.time } })
  await record(tx, { event: 'ASSET_UPDATED_INGEST', ...aboutAsset(asset), severity: 3 })
}

export interface Pause {
  readonly dueAt: Date
  readonly failures: number
  readonly error: string | null
}

/** Schedules another attempt, by any process. */
export async function pause (
  tx: Transaction, claim: IngestClaim, arrived: Arrived | null, { dueAt, failures, error }: Pause
): Promise<void> {
  await dueFiles.update(tx, claim, makePending, [toDatabase(dueAt), failures, error, ...arrivedValues(arrived)])
  touchAsset(tx, claim.row)
}
