import { record } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { AssetRow } from '../../items/rows.js'
import type { WorkedFile } from '../file-work/rows.js'
import { removeKeys } from '../housekeeping/release.js'
import { ANALYSIS_VERSION, currentAnalysis } from '../outdated.js'
import { isPlayable, queueRendering } from '../proxies/rows.js'
import type { Playback } from '../proxies/task.js'
import { analysisRows, analysisWork, type AnalysisClaim } from './rows.js'
import type { AnalysisResult, FileMetadata, MadePreview } from './task.js'

/** The analysis of a blob. `analysis` is null while it waits for the first one, or for another. */
export interface BlobAnalysis {
  readonly analysis: AnalysisResult['outcome'] | null
  readonly content_type: string | null
  readonly playback: Playback | null
  /** JSON, or null. */
  readonly metadata: string | null
}

/** A preview that is in the storage. */
export interface StoredPreview extends MadePreview {
  readonly key: string
}

/** The outcome of an attempt. It is stored unless another attempt was faster. */
export interface Finding {
  readonly outcome: AnalysisResult['outcome']
  readonly metadata: FileMetadata | null
  readonly previews: readonly StoredPreview[]
  /** By what is in it; null if that is not known. */
  readonly contentType: string | null
  /** Of a film or a sound. */
  readonly playback: Playback | null
}

/** Writes what follows from an analysis, such as the values of fields, in its transaction. */
export type Follower = (tx: Transaction, asset: AssetRow) => Promise<void>

/** The fields have changed since the follower was prepared. */
export class FindingOutdated extends Error {
  override name = 'FindingOutdated'
}

/** $1 blob */
export const findBlob = statement('media_blobs_analysis', () =>
  `SELECT ${currentAnalysis}, content_type, playback, metadata FROM media_blobs WHERE id = $1`)
const lockBlob = statement('media_blobs_lock_analysis', (sql) =>
  `SELECT ${currentAnalysis}, content_type, playback, metadata FROM media_blobs WHERE id = $1 ${sql.forUpdate}`)

/** $1 blob, $2 outcome, $3 type, $4 metadata, $5 playback */
const describeBlob = statement('media_blobs_describe', () => `
  UPDATE media_blobs SET analysis = $2, content_type = $3, metadata = $4, playback = $5,
    analysis_version = ${ANALYSIS_VERSION} WHERE id = $1`)

/** $1 blob */
const listPreviews = statement('media_previews_list', () =>
  'SELECT kind, key FROM media_previews WHERE blob_id = $1 ORDER BY kind')
const forgetPreviews = statement('media_previews_delete', () => 'DELETE FROM media_previews WHERE blob_id = $1')

/** $1 blob, $2 kind, $3 width, $4 height, $5 size, $6 SHA-256, $7 key */
const insertPreview = statement('media_previews_insert', () => `
  INSERT INTO media_previews (blob_id, kind, width, height, size, sha256, key) VALUES ($1, $2, $3, $4, $5, $6, $7)`)

const markRunning = analysisRows.held('run', () => "status = 'running'")

/** Records the start of the analysis. Repeated attempts record it once. */
export async function start (tx: Transaction, claim: AnalysisClaim, assetId: string): Promise<void> {
  const asset = await lockItem(assetKind, tx, assetId, 'change')
  await analysisRows.update(tx, claim, markRunning, [])
  if (claim.row.quiet) return
  const targets = { asset_id: asset.id }
  await record(tx, { event: 'ASSET_STARTED_ANALYSIS', targets, data: assetKind.data(asset) })
}

export interface SettleOptions {
  readonly hasStaged: boolean
  readonly followers: readonly Follower[]
  /** Whether films and sounds get proxies. Otherwise they wait until they do. */
  readonly proxies: boolean
}

/**
 * Stores the finding for the blob, unless another attempt has done so, and ends the analysis of this file. `hasStaged`
 * says whether the keys of this claim were noted. A finding of null is a failure of the service itself.
 */
export async function settle (
  tx: Transaction, claim: AnalysisClaim, { asset_id: assetId, blob_id: blobId }: WorkedFile, finding: Finding | null,
  { hasStaged, followers, proxies }: SettleOptions
): Promise<AnalysisResult['outcome']> {
  const asset = await lockItem(assetKind, tx, assetId, 'change')
  const known = (await tx.sql.first<BlobAnalysis>(lockBlob, [blobId]))!
  if (known.analysis === null && finding !== null) await describe(tx, blobId, finding)
  else if (finding !== null) await removeKeys(tx, finding.previews.map(({ key }) => key))
  if (!hasStaged) await analysisWork.releaseStaged(tx, claim)
  const outcome = known.analysis ?? finding?.outcome ?? 'failed'
  await analysisWork.finish(tx, claim, outcome)
  const type = known.analysis === null ? finding?.metadata?.content_type ?? finding?.contentType : known.content_type
  await tell(tx, claim, asset, blobId, { outcome, isDocument: type === 'application/pdf' })
  const metadata = finding?.metadata ?? null
  if (outcome === 'done' && metadata !== null && isPlayable(metadata)) {
    await queueRendering(tx, claim.row, metadata, proxies)
  }
  if (outcome === 'done') for (const follow of followers) await follow(tx, asset)
  return outcome
}

async function describe (
  tx: Transaction, blobId: string, { outcome, metadata, previews, contentType, playback }: Finding
): Promise<void> {
  const before = await tx.sql.all<{ key: string }>(listPreviews, [blobId])
  await removeKeys(tx, before.map(({ key }) => key))
  await tx.sql.run(forgetPreviews, [blobId])
  await tx.sql.run(describeBlob, [blobId, outcome, metadata?.content_type ?? contentType,
    metadata === null ? null : JSON.stringify(metadata), playback])
  for (const { kind, width, height, size, sha256, key } of previews) {
    await tx.sql.run(insertPreview, [blobId, kind, width, height, size, sha256, key])
  }
}

const severities = { done: 1, unsupported: 1, failed: 3 } as const
const shown = { thumbnail: 'ASSET_FINISHED_IMAGE_THUMBNAIL', preview: 'ASSET_FINISHED_IMAGE_PREVIEW' } as const

async function tell (
  tx: Transaction, { row: { quiet } }: AnalysisClaim, asset: AssetRow, blobId: string,
  { outcome, isDocument }: { outcome: AnalysisResult['outcome'], isDocument: boolean }
): Promise<void> {
  // There is no event by which the search index would learn of it.
  if (quiet) return tx.touch('asset', asset.id)
  const about = { targets: { asset_id: asset.id }, data: assetKind.data(asset) }
  const previews = await tx.sql.all<{ kind: keyof typeof shown }>(listPreviews, [blobId])
  const kinds = previews.map(({ kind }) => kind).sort().reverse()
  const hasFailed = outcome === 'failed'
  const isShown = isDocument && (kinds.length > 0 || hasFailed)
  await record(
    tx,
    ...kinds.map((kind) => ({ ...about, event: shown[kind] })),
    ...isShown ? [{ ...about, event: 'ASSET_FINISHED_DOCUMENT_PREVIEW', severity: hasFailed ? 3 : 1 } as const] : [],
    { ...about, event: 'ASSET_FINISHED_ANALYSIS', severity: severities[outcome] }
  )
}
