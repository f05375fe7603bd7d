import { SECOND_MS } from '../../basics/units.js'
import type { LocalFiles } from '../analysis/local-files.js'
import type { FileMetadata } from '../analysis/task.js'
import { sayUnmapped } from '../analysis/unmapped.js'
import { attemptFile, orLater, storeMade, type Ended, type FileWorkDependencies, type HeldFile } from '../file-work/attempt.js'
import { planOf, type Plan } from './plan.js'
import { keepAdvancing } from './advancing.js'
import { NoFfmpeg, render, roomFor, type Rendering } from './render.js'
import { renderingWork, type RenderingClaim, type RenderingRow } from './rows.js'
import { renderingOutcomes, settle, settleNone, start, type RenderingFinding } from './settle.js'
import type { Playback, ProxyResult } from './task.js'

/** How long a file waits for the proxies of the same bytes, and for ffmpeg, until it looks again. */
const WAIT_MS = 10 * SECOND_MS

export interface AttemptDependencies extends FileWorkDependencies<ProxyOutcome> {
  readonly localFiles: LocalFiles
  /** Films that last longer get no proxies. */
  readonly longestSeconds: number
  /** The longest silence of ffmpeg, which reports its progress. */
  readonly silentMs?: number | undefined
}

export type ProxyOutcome = ProxyResult['outcome'] | 'retried' | 'stopped' | 'waiting' | 'left'

type Held = HeldFile<RenderingRow>

/**
 * Makes the proxies of a file and settles the outcome. Returns the milliseconds until the next attempt; null if there
 * is none to wait for.
 */
export function attemptProxies (
  claim: RenderingClaim, dependencies: AttemptDependencies, stopping: AbortSignal
): Promise<number | null> {
  return attemptFile('proxies', claim, dependencies, stopping, (held) => attempt(held, dependencies))
}

async function attempt (held: Held, dependencies: AttemptDependencies): Promise<Ended<ProxyOutcome>> {
  const { claim, file, signal } = held
  const { database, transact, delays, longestSeconds } = dependencies
  const known = await renderingOutcomes.find(database.reads.sql, file.blob_id)
  const metadata = known.metadata === null ? null : JSON.parse(known.metadata) as FileMetadata
  const plan = metadata === null ? null : planOf(metadata, known.playback)
  if (metadata === null || plan === null || (metadata.duration ?? 0) > longestSeconds) {
    await transact(claim.caller, (tx) => settleNone(tx, claim))
    return { outcome: 'none', dueInMs: null }
  }
  const makesFilm = plan.mp4 !== null && known.playback !== null
  if (!await transact(claim.caller, (tx) => start(tx, claim, file, makesFilm))) return wait(held, dependencies)
  /** Null where there is no ffmpeg. */
  const work = async (): Promise<Ended<ProxyOutcome> | null> => {
    const { outcome, playback } = known
    if (outcome !== null) return end(held, dependencies, plan, { outcome, playback, made: [] })
    return makeAnew(held, dependencies, plan, { metadata, playback }).catch((error: unknown) => {
      if (error instanceof NoFfmpeg && !signal.aborted) return null
      throw error
    })
  }
  const options = { transact, delays, rows: renderingWork, failure: 'the proxies of a file could not be made' }
  return await orLater(held, options, work, () => end(held, dependencies, plan, null)) ?? wait(held, dependencies)
}

async function wait ({ claim }: Held, { transact }: AttemptDependencies): Promise<Ended<ProxyOutcome>> {
  await transact(claim.caller, (tx) =>
    renderingWork.pause(tx, claim, new Date(tx.time.getTime() + WAIT_MS), claim.row.failures))
  return { outcome: 'waiting', dueInMs: WAIT_MS }
}

async function makeAnew (
  held: Held, dependencies: AttemptDependencies, plan: Plan,
  { metadata, playback }: { readonly metadata: FileMetadata, readonly playback: Playback | null }
): Promise<Ended<ProxyOutcome>> {
  const { claim, file, signal: stopping, log } = held
  const { folder, localFiles, silentMs, transact } = dependencies
  const fileId = claim.row.id
  const progress = keepAdvancing(claim, { transact, localFiles, log })
  const signal = AbortSignal.any([stopping, progress.signal])
  const local = await localFiles.open(file.key, fileId, file.size, signal, roomFor(metadata.duration))
  try {
    const options = { fileId, metadata, playback, folder, signal, silentMs, onProgress: progress.note }
    const rendering = await render(local.path, options).catch((error: unknown) => { throw progress.failure() ?? error })
    try {
      if (rendering.result.outcome === 'done' && rendering.result.isUnmapped === true) sayUnmapped(log)
      await progress.end()
      return await end(held, dependencies, plan, await store(held, dependencies, rendering), rendering.result)
    } finally {
      await rendering.discard()
    }
  } finally {
    await progress.end()
    await local.close()
  }
}

async function store (
  held: Held, { transact, storage }: AttemptDependencies, { result, targets }: Rendering
): Promise<RenderingFinding> {
  if (result.outcome !== 'done') {
    return { outcome: result.outcome, playback: result.outcome === 'none' ? result.playback : null, made: [] }
  }
  const made = await storeMade(held, { transact, storage, rows: renderingWork }, result.proxies, targets)
  return { outcome: 'done', playback: result.playback, made }
}

async function end (
  { claim, file, keys }: Held, { transact }: AttemptDependencies, { isFilm }: Plan, finding: RenderingFinding | null,
  result?: ProxyResult
): Promise<Ended<ProxyOutcome>> {
  const outcome = await transact(claim.caller, (tx) =>
    settle(tx, claim, file, finding, { hasStaged: keys.length > 0, isFilm }))
  return { outcome, dueInMs: null, ...(result?.outcome === 'failed' && { error: result.error }) }
}
