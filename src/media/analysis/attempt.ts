import type { FastifyBaseLogger } from 'fastify'
import { AssetNotFound } from '../../errors.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { removeKeys } from '../housekeeping/release.js'
import { newKey } from '../storage/keys.js'
import type { MediaStorage } from '../storage/storage.js'
import type { LocalFiles } from './local-files.js'
import { lookInto, type Insight } from './look-into.js'
import type { AnalysisClaim } from './rows.js'
import {
  begin, findBlob, findFile, FindingOutdated, pause, settle, stageKeys, type AnalysedFile, type BlobAnalysis,
  type Finding, type Follower
} from './settle.js'
import type { AnalysisResult, FileMetadata } from './task.js'

export interface AttemptDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly storage: Pick<MediaStorage, 'place'>
  readonly localFiles: LocalFiles
  /** The folder of temporary files. */
  readonly folder: string
  /** Seconds between attempts after failures of the service itself. */
  readonly delays: readonly number[]
  readonly log: FastifyBaseLogger
  /** Prepares what follows from the metadata, before the transaction that stores it. */
  readonly prepare: (accountId: number, metadata: FileMetadata) => Promise<Follower>
  /** Whether films and sounds get proxies now. */
  readonly hasProxies: () => boolean
  /** Called with the outcome of each attempt. */
  readonly onOutcome?: ((outcome: AnalysisOutcome) => void) | undefined
}

export type AnalysisOutcome = AnalysisResult['outcome'] | 'retried' | 'stopped' | 'left'

/** The state of a running attempt. */
interface Held {
  readonly claim: AnalysisClaim
  readonly file: AnalysedFile
  readonly signal: AbortSignal
  /** Keys of the storage that it has used, or is about to use. */
  keys: readonly string[]
}

/**
 * Analyses a file and settles the outcome. Returns the milliseconds until the next attempt; null if there is none to
 * wait for.
 */
export async function attemptAnalysis (
  claim: AnalysisClaim, dependencies: AttemptDependencies, stopping: AbortSignal
): Promise<number | null> {
  const { database, transact, onOutcome } = dependencies
  const log = dependencies.log.child({ mediaFileId: claim.row.id })
  const startedAt = Date.now()
  let held: Held | null = null
  try {
    const file = await database.reads.sql.first<AnalysedFile>(findFile, [claim.row.id, claim.row.account_id])
    if (file === undefined) throw new LeaseLost()
    held = { claim, file, signal: stopping, keys: [] }
    const { outcome, dueInMs, error } = await attempt(held, dependencies, log)
    onOutcome?.(outcome)
    log.info({ outcome, error, assetId: file.asset_id, durationMs: Date.now() - startedAt }, 'analysis')
    return dueInMs
  } catch (error) {
    if (!(error instanceof LeaseLost || error instanceof AssetNotFound)) throw error
    const keys = held?.keys ?? []
    if (keys.length > 0) await transact(claim.caller, (tx) => removeKeys(tx, keys))
    onOutcome?.('left')
    return null
  }
}

interface Ended {
  readonly outcome: AnalysisOutcome
  readonly error?: string
  readonly dueInMs: number | null
}

async function attempt (held: Held, dependencies: AttemptDependencies, log: FastifyBaseLogger): Promise<Ended> {
  const { claim, file, signal } = held
  const { database, transact, delays } = dependencies
  if (claim.row.status === 'pending') await transact(claim.caller, (tx) => begin(tx, claim, file.asset_id))
  try {
    const known = (await database.reads.sql.first<BlobAnalysis>(findBlob, [file.blob_id]))!
    if (known.analysis !== null) {
      const { analysis: outcome, metadata, content_type: contentType, playback } = known
      return await end(held, dependencies, { outcome, metadata: parse(metadata), previews: [], contentType, playback })
    }
    return await lookAnew(held, dependencies)
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof AssetNotFound) throw error
    if (signal.aborted) {
      await transact(claim.caller, (tx) => pause(tx, claim, tx.time, claim.row.failures))
      return { outcome: 'stopped', dueInMs: null }
    }
    log.error({ err: error }, 'a file could not be looked into')
    const delay = delays[claim.row.failures]
    if (delay === undefined) return end(held, dependencies, null)
    await transact(claim.caller, (tx) =>
      pause(tx, claim, new Date(tx.time.getTime() + delay * 1000), claim.row.failures + 1))
    return { outcome: 'retried', dueInMs: delay * 1000 }
  }
}

async function lookAnew (held: Held, dependencies: AttemptDependencies): Promise<Ended> {
  const { claim: { row: { id } }, file, signal } = held
  const { folder, localFiles } = dependencies
  const local = await localFiles.open(file.key, id, Number(file.size), signal)
  try {
    const insight = await lookInto(local.path, id, folder, signal)
    try {
      return await end(held, dependencies, await store(held, dependencies, insight), insight.result)
    } finally {
      await insight.discard()
    }
  } finally {
    await local.close()
  }
}

/** Stores the previews. Their keys are noted first, so that each object in the storage has a row. */
async function store (held: Held, { transact, storage }: AttemptDependencies, insight: Insight): Promise<Finding> {
  const { claim, file } = held
  const { result } = insight
  if (result.outcome !== 'done') {
    const [metadata, contentType] = result.outcome === 'failed'
      ? [null, result.contentType ?? null]
      : [result.metadata, result.metadata.content_type]
    return { outcome: result.outcome, metadata, previews: [], contentType, playback: null }
  }
  const previews = result.previews.map((preview) => ({ ...preview, key: newKey(file.sha256) }))
  if (previews.length > 0) {
    await transact(claim.caller, (tx) => stageKeys(tx, claim, previews.map(({ key }) => key)))
    held.keys = previews.map(({ key }) => key)
    for (const { kind, key } of previews) await storage.place(insight.previews[kind], key)
  }
  const { metadata, playback = null } = result
  return { outcome: 'done', metadata, previews, contentType: metadata.content_type, playback }
}

async function end (
  held: Held, dependencies: AttemptDependencies, finding: Finding | null, result?: AnalysisResult
): Promise<Ended> {
  const { claim, file, keys } = held
  const { transact, prepare, hasProxies } = dependencies
  const metadata = finding?.metadata ?? null
  const follower = finding?.outcome === 'done' && metadata !== null && file.status === 'ready'
    ? await prepare(claim.row.account_id, metadata)
    : null
  const followers = follower === null ? [] : [follower]
  try {
    const outcome = await transact(claim.caller, (tx) =>
      settle(tx, claim, file, finding, { hasStaged: keys.length > 0, followers, proxies: hasProxies() }))
    return { outcome, dueInMs: null, ...(result?.outcome === 'failed' && { error: result.error }) }
  } catch (error) {
    if (error instanceof FindingOutdated) return end(held, dependencies, finding, result)
    throw error
  }
}

function parse (metadata: string | null): FileMetadata | null {
  return metadata === null ? null : JSON.parse(metadata) as FileMetadata
}
