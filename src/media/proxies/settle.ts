import { toDatabase } from '../../basics/time.js'
import { record } from '../../core/events/record.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { aboutAsset, assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import type { AssetRow } from '../../items/rows.js'
import { outcomesOf, type Finding } from '../file-work/outcome.js'
import type { WorkedFile } from '../file-work/rows.js'
import { currentRendering, RENDERING_VERSION } from '../outdated.js'
import { renderingRows, renderingWork, type RenderingClaim, type RenderingRow } from './rows.js'
import type { MadeProxy, Playback, ProxyKind, ProxyResult } from './task.js'

/** The outcome of an attempt. */
export interface RenderingFinding extends Finding<ProxyResult['outcome'], MadeProxy> {
  readonly playback: Playback | null
}

/** $1 blob, $2 outcome, $3 playback */
const describeBlob = statement('media_blobs_rendered', () => `
  UPDATE media_blobs SET rendering = $2, playback = COALESCE($3, playback), rendering_version = ${RENDERING_VERSION}
  WHERE id = $1`)

/** $1 blob, $2 kind, $3 width, $4 height, $5 duration, $6 size, $7 SHA-256, $8 key, $9 tiles */
const insertProxy = statement('media_proxies_insert', () => `
  INSERT INTO media_proxies (blob_id, kind, width, height, duration, size, sha256, key, tiles)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

/** $1 blob, $2 file: another file with the same bytes whose proxies are being made */
const findSibling = statement('media_renderings_sibling', () => `
  SELECT file.id FROM media_files AS file JOIN media_renderings AS other ON other.id = file.id
  WHERE file.blob_id = $1 AND file.id <> $2 AND other.status = 'running' AND other.lease_token IS NOT NULL LIMIT 1`)

/** $1 blob, $2 time: those that have waited for it */
const wakeSiblings = statement('media_renderings_wake', (sql) => `
  UPDATE media_renderings SET due_at = ${sql.moment('$2')}
  WHERE ${sql.among('id', 'SELECT id FROM media_files WHERE blob_id = $1')} AND due_at IS NOT NULL AND lease_token IS NULL`)

export const renderingOutcomes = outcomesOf<RenderingRow, ProxyKind, ProxyResult['outcome'], RenderingFinding>({
  work: renderingWork,
  name: 'rendering',
  current: currentRendering,
  table: 'media_proxies',
  async describe (tx, blobId, { outcome, playback, made }) {
    await tx.sql.run(describeBlob, [blobId, outcome, playback])
    for (const { kind, width, height, duration, size, sha256, key, tiles } of made) {
      await tx.sql.run(insertProxy, [blobId, kind, width, height, duration, size, sha256, key,
        tiles === null ? null : JSON.stringify(tiles)])
    }
  }
})

const markRunning = renderingRows.held('run', () => "status = 'running', progress = 0")

/**
 * Records the start. Repeated attempts record it once. Returns false if the proxies of the same bytes are being made
 * for another file: this one waits for them.
 */
export async function start (
  tx: Transaction, claim: RenderingClaim, { asset_id: assetId, blob_id: blobId }: WorkedFile, makesFilm: boolean
): Promise<boolean> {
  const asset = await lockItem(assetKind, tx, assetId, 'change')
  await renderingOutcomes.lock(tx, blobId)
  if (await tx.sql.first(findSibling, [blobId, claim.row.id]) !== undefined) return false
  await renderingRows.update(tx, claim, markRunning, [])
  if (makesFilm && !claim.row.quiet && claim.row.status !== 'running') await record(tx, beginning(asset))
  return true
}

export interface SettleOptions {
  /** Whether the keys of this claim were noted. */
  readonly hasStaged: boolean
  readonly isFilm: boolean
}

/** Stores the finding, ends the work on the file, and lets those with the same bytes follow. */
export async function settle (
  tx: Transaction, claim: RenderingClaim, file: WorkedFile, finding: RenderingFinding | null,
  { hasStaged, isFilm }: SettleOptions
): Promise<ProxyResult['outcome']> {
  const { asset, known, outcome } = await renderingOutcomes.settle(tx, claim, file, finding, hasStaged)
  const { blob_id: blobId } = file
  await tx.sql.run(wakeSiblings, [blobId, toDatabase(tx.time)])
  if (!claim.row.quiet) await tell(tx, asset, blobId, { outcome, isFilm, isBegun: known.playback !== null })
  return outcome
}

/** Ends the work on a file that gets no proxies. */
export async function settleNone (tx: Transaction, claim: RenderingClaim): Promise<void> {
  await renderingWork.finish(tx, claim, 'none')
  await renderingWork.releaseStaged(tx, claim)
}

const ends = [
  ['mp4', 'ASSET_FINISHED_PROXY_MP4'], ['audio', 'ASSET_FINISHED_AUDIO_PROXY'], ['waveform', 'ASSET_FINISHED_AUDIO_WAVEFORM']
] as const

const beginning = (asset: AssetRow) => ({ ...aboutAsset(asset), event: 'ASSET_UPDATED_PROXY_MP4' } as const)

async function tell (
  tx: Transaction, asset: AssetRow, blobId: string,
  { outcome, isFilm, isBegun }: { outcome: ProxyResult['outcome'], isFilm: boolean, isBegun: boolean }
): Promise<void> {
  if (outcome === 'failed') {
    const event = isFilm ? 'ASSET_FINISHED_PROXY_MP4' : 'ASSET_FINISHED_AUDIO_PROXY'
    return record(tx, { ...aboutAsset(asset), event, severity: 3 })
  }
  const made = new Set(await renderingOutcomes.kinds(tx, blobId))
  // For bytes that an older version has analysed, it was not known at the start whether a film would be made.
  const late = !isBegun && made.has('mp4') ? [beginning(asset)] : []
  const now = ends.filter(([kind]) => made.has(kind)).map(([, event]) => ({ ...aboutAsset(asset), event }))
  await record(tx, ...late, ...now)
}
