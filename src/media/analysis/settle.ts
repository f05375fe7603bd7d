import { record } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { aboutAsset, assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { AssetRow } from '../../items/rows.js'
import { outcomesOf, type Finding } from '../file-work/outcome.js'
import type { WorkedFile } from '../file-work/rows.js'
import { ANALYSIS_VERSION, currentAnalysis } from '../outdated.js'
import { isPlayable, queueRendering } from '../proxies/rows.js'
import type { Playback } from '../proxies/task.js'
import { analysisRows, analysisWork, type AnalysisClaim, type AnalysisRow } from './rows.js'
import type { AnalysisResult, FileMetadata, MadePreview, PreviewKind } from './task.js'

type Outcome = AnalysisResult['outcome']

/** The outcome of an attempt. */
export interface AnalysisFinding extends Finding<Outcome, MadePreview> {
  readonly metadata: FileMetadata | null
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

/** $1 blob, $2 outcome, $3 type, $4 metadata, $5 playback */
const describeBlob = statement('media_blobs_describe', () => `
  UPDATE media_blobs SET analysis = $2, content_type = $3, metadata = $4, playback = $5,
    analysis_version = ${ANALYSIS_VERSION} WHERE id = $1`)

/** $1 blob, $2 kind, $3 width, $4 height, $5 size, $6 SHA-256, $7 key */
const insertPreview = statement('media_previews_insert', () => `
  INSERT INTO media_previews (blob_id, kind, width, height, size, sha256, key) VALUES ($1, $2, $3, $4, $5, $6, $7)`)

export const analysisOutcomes = outcomesOf<AnalysisRow, PreviewKind, Outcome, AnalysisFinding>({
  work: analysisWork,
  name: 'analysis',
  current: currentAnalysis,
  table: 'media_previews',
  async describe (tx, blobId, { outcome, metadata, made, contentType, playback }) {
    await tx.sql.run(describeBlob, [blobId, outcome, metadata?.content_type ?? contentType,
      metadata === null ? null : JSON.stringify(metadata), playback])
    for (const { kind, width, height, size, sha256, key } of made) {
      await tx.sql.run(insertPreview, [blobId, kind, width, height, size, sha256, key])
    }
  }
})

const markRunning = analysisRows.held('run', () => "status = 'running'")

/** Records the start of the analysis. Repeated attempts record it once. */
export async function start (tx: Transaction, claim: AnalysisClaim, assetId: string): Promise<void> {
  const asset = await lockItem(assetKind, tx, assetId, 'change')
  await analysisRows.update(tx, claim, markRunning, [])
  if (claim.row.quiet) return
  await record(tx, { event: 'ASSET_STARTED_ANALYSIS', ...aboutAsset(asset) })
}

export interface SettleOptions {
  readonly hasStaged: boolean
  readonly follower: Follower | null
  /** Whether films and sounds get proxies. Otherwise they wait until they do. */
  readonly proxies: boolean
}

/** Stores the finding, ends the analysis of the file, and queues it for its proxies. */
export async function settle (
  tx: Transaction, claim: AnalysisClaim, file: WorkedFile, finding: AnalysisFinding | null,
  { hasStaged, follower, proxies }: SettleOptions
): Promise<Outcome> {
  const { asset, known, outcome } = await analysisOutcomes.settle(tx, claim, file, finding, hasStaged)
  const type = known.outcome === null ? finding?.metadata?.content_type ?? finding?.contentType : known.content_type
  await tell(tx, claim, asset, file.blob_id, { outcome, isDocument: type === 'application/pdf' })
  const metadata = finding?.metadata ?? null
  if (outcome === 'done' && metadata !== null && isPlayable(metadata)) {
    await queueRendering(tx, claim.row, metadata, proxies)
  }
  if (outcome === 'done') await follower?.(tx, asset)
  return outcome
}

const severities = { done: 1, unsupported: 1, failed: 3 } as const
const shown = { thumbnail: 'ASSET_FINISHED_IMAGE_THUMBNAIL', preview: 'ASSET_FINISHED_IMAGE_PREVIEW' } as const

async function tell (
  tx: Transaction, { row: { quiet } }: AnalysisClaim, asset: AssetRow, blobId: string,
  { outcome, isDocument }: { outcome: Outcome, isDocument: boolean }
): Promise<void> {
  // Without an event, the search index would not learn of it.
  if (quiet) return tx.touch('asset', asset.id)
  const about = aboutAsset(asset)
  const kinds = (await analysisOutcomes.kinds(tx, blobId)).sort().reverse()
  const hasFailed = outcome === 'failed'
  const isShown = isDocument && (kinds.length > 0 || hasFailed)
  await record(
    tx,
    ...kinds.map((kind) => ({ ...about, event: shown[kind] })),
    ...isShown ? [{ ...about, event: 'ASSET_FINISHED_DOCUMENT_PREVIEW', severity: hasFailed ? 3 : 1 } as const] : [],
    { ...about, event: 'ASSET_FINISHED_ANALYSIS', severity: severities[outcome] }
  )
}
