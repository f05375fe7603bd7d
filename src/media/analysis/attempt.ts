import { attemptFile, orLater, storeMade, type Ended, type FileWorkDependencies, type HeldFile } from '../file-work/attempt.js'
import type { LocalFiles } from './local-files.js'
import { lookInto, type Insight } from './look-into.js'
import { analysisWork, type AnalysisClaim, type AnalysisRow } from './rows.js'
import { analysisOutcomes, FindingOutdated, settle, start, type AnalysisFinding, type Follower } from './settle.js'
import type { AnalysisResult, FileMetadata } from './task.js'
import { sayUnmapped } from './unmapped.js'

export interface AttemptDependencies extends FileWorkDependencies<AnalysisOutcome> {
  readonly localFiles: LocalFiles
  /** Prepares what follows from the metadata, before the transaction that stores it. */
  readonly prepare: (accountId: number, metadata: FileMetadata) => Promise<Follower>
  /** Whether films and sounds get proxies now. */
  readonly hasProxies: () => boolean
}

export type AnalysisOutcome = AnalysisResult['outcome'] | 'retried' | 'stopped' | 'left'

type Held = HeldFile<AnalysisRow>

/**
 * Analyses a file and settles the outcome. Returns the milliseconds until the next attempt; null if there is none to
 * wait for.
 */
export function attemptAnalysis (
  claim: AnalysisClaim, dependencies: AttemptDependencies, stopping: AbortSignal
): Promise<number | null> {
  return attemptFile('analysis', claim, dependencies, stopping, (held) => attempt(held, dependencies))
}

async function attempt (held: Held, dependencies: AttemptDependencies): Promise<Ended<AnalysisOutcome>> {
  const { claim, file } = held
  const { database, transact, delays } = dependencies
  if (claim.row.status === 'pending') await transact(claim.caller, (tx) => start(tx, claim, file.asset_id))
  const work = async () => {
    const { outcome, metadata, content_type: contentType, playback } =
      await analysisOutcomes.find(database.reads.sql, file.blob_id)
    if (outcome === null) return lookAnew(held, dependencies)
    return end(held, dependencies, { outcome, metadata: parse(metadata), made: [], contentType, playback })
  }
  const options = { transact, delays, rows: analysisWork, failure: 'a file could not be looked into' }
  return orLater(held, options, work, () => end(held, dependencies, null))
}

async function lookAnew (held: Held, dependencies: AttemptDependencies): Promise<Ended<AnalysisOutcome>> {
  const { claim: { row: { id } }, file, signal } = held
  const { folder, localFiles } = dependencies
  const local = await localFiles.open(file.key, id, file.size, signal)
  try {
    const insight = await lookInto(local.path, id, folder, signal)
    if (insight.result.outcome === 'done' && insight.result.isUnmapped === true) sayUnmapped(held.log)
    try {
      return await end(held, dependencies, await store(held, dependencies, insight), insight.result)
    } finally {
      await insight.discard()
    }
  } finally {
    await local.close()
  }
}

async function store (
  held: Held, { transact, storage }: AttemptDependencies, { result, targets }: Insight
): Promise<AnalysisFinding> {
  if (result.outcome !== 'done') {
    const [metadata, contentType] = result.outcome === 'failed'
      ? [null, result.contentType ?? null]
      : [result.metadata, result.metadata.content_type]
    return { outcome: result.outcome, metadata, made: [], contentType, playback: null }
  }
  const made = await storeMade(held, { transact, storage, rows: analysisWork }, result.previews, targets)
  const { metadata, playback = null } = result
  return { outcome: 'done', metadata, made, contentType: metadata.content_type, playback }
}

async function end (
  held: Held, dependencies: AttemptDependencies, finding: AnalysisFinding | null, result?: AnalysisResult
): Promise<Ended<AnalysisOutcome>> {
  const { claim, file, keys } = held
  const { transact, prepare, hasProxies } = dependencies
  const metadata = finding?.metadata ?? null
  const follower = finding?.outcome === 'done' && metadata !== null && file.status === 'ready'
    ? await prepare(claim.row.account_id, metadata)
    : null
  try {
    const outcome = await transact(claim.caller, (tx) =>
      settle(tx, claim, file, finding, { hasStaged: keys.length > 0, follower, proxies: hasProxies() }))
    return { outcome, dueInMs: null, ...(result?.outcome === 'failed' && { error: result.error }) }
  } catch (error) {
    if (error instanceof FindingOutdated) return end(held, dependencies, finding, result)
    throw error
  }
}

function parse (metadata: string | null): FileMetadata | null {
  return metadata === null ? null : JSON.parse(metadata) as FileMetadata
}
