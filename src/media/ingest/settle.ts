import { statement, type Dialect, type SqlValue } from '../../database/sql.js'
import { record } from '../../core/events/record.js'
import { aboutAsset, assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { AssetRow } from '../../items/rows.js'
import { redactUrl } from '../../outbound/index.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { ANALYSIS_JOB, insertAnalysis } from '../analysis/rows.js'
import { contentTypeOf } from '../serve/content-type.js'
import type { Arrived } from '../thread/messages.js'
import { releaseOlder, releaseOldVersions, releaseOvertaken } from '../housekeeping/release.js'
import { arrivedColumns, arrivedValues, type FileRow } from '../rows.js'
import { letHoldersFail, lockHolder, removeLoose, type Holder } from '../loose-files.js'
import { countIn } from '../usage.js'
import { isSameAgain, makePresent, numberFiles, replacePresent } from '../versions/present-file.js'
import { dueFiles, touchAsset, type IngestClaim } from './claim.js'

/** The values of a finished file. It keeps only the public part of its URL. $4 time, $5 URL */
const settled = (sql: Dialect) =>
  `due_at = NULL, lease_token = NULL, partial = NULL, validator = NULL, finished_at = ${sql.moment('$4')}, source_url = $5`
const settledValues = (tx: Transaction, file: FileRow) => [toDatabase(tx.time), redactUrl(file.source_url)]

/** $6 size, $7 type */
const makeReady = dueFiles.held(
  'finish',
  (sql) => `${settled(sql)}, status = 'ready', error = NULL, progress = $6, total = $6, content_type = $7`
)

/** $8 user */
const makeVersion = dueFiles.held('finish_version', (sql) => `
  ${settled(sql)}, status = 'replaced', replaced_at = ${sql.moment('$4')}, replaced_by = $8, error = NULL, progress = $6,
  total = $6, content_type = $7`)

/** The files of an asset are ordered by their times, which differ. $4 asset, $5 time */
const giveToAsset = dueFiles.held('give_to_asset', (sql) => `asset_id = $4, created_at = ${
  sql.later(sql.moment('$5'), '(SELECT MAX(created_at) FROM media_files WHERE asset_id = $4)')}`)

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

/** The account has no room for the file: what its holder has done in this transaction is undone. */
export class NoRoomLeft extends Error {
  override name = 'NoRoomLeft'
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
 * if a later one was ready before it. Returns false, and has done nothing, if the account has no room for it; a loose
 * one throws NoRoomLeft then. HolderWaits may be thrown, too.
 */
export async function finish (
  tx: Transaction, claim: IngestClaim, { bytes, contentType, limit, versions, holders }: WholeFile
): Promise<boolean> {
  const { row: file } = claim
  const valuesNow = () => [...settledValues(tx, file), bytes, contentTypeOf(contentType, file.filename)]
  if (file.asset_id === null) {
    const taken = await lockHolder(holders, tx, file.id)
    if (taken === 'released') return true
    if (!await countIn(tx, bytes, limit)) throw new NoRoomLeft()
    if (typeof taken !== 'function') {
      await dueFiles.update(tx, claim, giveToAsset, [taken.asset.id, toDatabase(tx.time)])
      await record(tx, { event: 'ASSET_STARTED_INGEST', ...aboutAsset(taken.asset) })
      await becomePresent(tx, claim, taken.asset, valuesNow(), versions)
      await taken.tell()
      return true
    }
    await dueFiles.update(tx, claim, makeReady, valuesNow())
    await taken()
    return true
  }
  const asset = await lockItem(assetKind, tx, file.asset_id, 'change')
  if (!await countIn(tx, bytes, limit)) return false
  await becomePresent(tx, claim, asset, valuesNow(), versions)
  return true
}

/** The file is ready for its locked asset. */
async function becomePresent (
  tx: Transaction, claim: IngestClaim, asset: AssetRow, values: readonly SqlValue[], versions: number
): Promise<void> {
  const { row: file } = claim
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
}

/** $1 import, $2 account */
const countFailure = statement(
  'imports_media_failed',
  () => 'UPDATE imports SET media_failed = media_failed + 1 WHERE id = $1 AND account_id = $2'
)

/** The file has failed for good. A loose one goes, with what refers to it, unless its holder keeps that. */
export async function fail (
  tx: Transaction, claim: IngestClaim, error: string, holders: readonly Holder[]
): Promise<void> {
  const { row: file } = claim
  if (file.asset_id === null) {
    await dueFiles.hold(tx, claim)
    await letHoldersFail(holders, tx, file.id, error)
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
