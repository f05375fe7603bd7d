import type { FastifyBaseLogger } from 'fastify'
import { SECOND_MS } from '../../basics/units.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { AssetNotFound } from '../../errors.js'
import { LeaseLost } from '../../work/claims/claim.js'
import type { LocalFiles } from '../analysis/local-files.js'
import type { FileMetadata } from '../analysis/task.js'
import { removeKeys } from '../housekeeping/release.js'
import { newKey } from '../storage/keys.js'
import type { MediaStorage } from '../storage/storage.js'
import { planOf, type Plan } from './plan.js'
import { keepProgress } from './progress.js'
import { NoFfmpeg, render, roomFor, type Rendering } from './render.js'
import type { RenderingClaim } from './rows.js'
import {
  begin, findBlob, findFile, pause, settle, settleNone, stageKeys, type BlobRendering, type Finding, type RenderedFile
} from './settle.js'
import type { ProxyResult } from './task.js'

/** How long a file waits for the proxies of the same bytes, and for ffmpeg, until it looks again. */
const WAIT_MS = 10 * SECOND_MS

export interface AttemptDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly storage: Pick<MediaStorage, 'place'>
  readonly localFiles: LocalFiles
  /** The folder of temporary files. */
  readonly folder: string
  /** Seconds between attempts after failures of the service itself. */
  readonly delays: readonly number[]
  /** Films that last longer get no proxies. */
  readonly longestSeconds: number
  readonly log: FastifyBaseLogger
  /** Called with the outcome of each attempt. */
  readonly onOutcome?: ((outcome: ProxyOutcome) => void) | undefined
  /** The longest that ffmpeg may say nothing. */
  readonly silentMs?: number | undefined
}

export type ProxyOutcome = ProxyResult['outcome'] | 'retried' | 'stopped' | 'waiting' | 'left'

/** The state of a running attempt. */
interface Held {
  readonly claim: RenderingClaim
  readonly file: RenderedFile
  readonly signal: AbortSignal
  readonly log: FastifyBaseLogger
  /** Keys of the storage that it has used, or is about to use. */
  keys: readonly string[]
}

interface Ended {
  readonly outcome: ProxyOutcome
  readonly error?: string
  readonly dueInMs: number | null
}

/**
 * Makes the proxies of a file and settles the outcome. Returns the milliseconds until the next attempt; null if there
 * is none to wait for.
 */
export async function attemptProxies (
  claim: RenderingClaim, dependencies: AttemptDependencies, stopping: AbortSignal
): Promise<number | null> {
  const { database, transact, onOutcome } = dependencies
  const log = dependencies.log.child({ mediaFileId: claim.row.id })
  const startedAt = Date.now()
  let held: Held | null = null
  try {
    const file = await database.reads.sql.first<RenderedFile>(findFile, [claim.row.id, claim.row.account_id])
    if (file === undefined) throw new LeaseLost()
    held = { claim, file, signal: stopping, log, keys: [] }
    const { outcome, dueInMs, error } = await attempt(held, dependencies)
    onOutcome?.(outcome)
    log.info({ outcome, error, assetId: file.asset_id, durationMs: Date.now() - startedAt }, 'proxies')
    return dueInMs
  } catch (error) {
    if (!(error instanceof LeaseLost || error instanceof AssetNotFound)) throw error
    const keys = held?.keys ?? []
    if (keys.length > 0) await transact(claim.caller, (tx) => removeKeys(tx, keys))
    onOutcome?.('left')
    return null
  }
}

async function attempt (held: Held, dependencies: AttemptDependencies): Promise<Ended> {
  const { claim, file, signal, log } = held
  const { database, transact, delays, longestSeconds } = dependencies
  const known = (await database.reads.sql.first<BlobRendering>(findBlob, [file.blob_id]))!
  const metadata = known.metadata === null ? null : JSON.parse(known.metadata) as FileMetadata
  const plan = metadata === null ? null : planOf(metadata, known.playback)
  if (metadata === null || plan === null || (metadata.duration ?? 0) > longestSeconds) {
    await transact(claim.caller, (tx) => settleNone(tx, claim))
    return { outcome: 'none', dueInMs: null }
  }
  const makesFilm = plan.mp4 !== null && known.playback !== null
  if (!await transact(claim.caller, (tx) => begin(tx, claim, file, makesFilm))) return wait(held, dependencies)
  try {
    if (known.rendering !== null) {
      return await end(held, dependencies, plan, { outcome: known.rendering, playback: known.playback, proxies: [] })
    }
    return await makeAnew(held, dependencies, plan, { ...known, metadata })
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof AssetNotFound) throw error
    if (signal.aborted) {
      await transact(claim.caller, (tx) => pause(tx, claim, tx.time, claim.row.failures))
      return { outcome: 'stopped', dueInMs: null }
    }
    if (error instanceof NoFfmpeg) return wait(held, dependencies)
    log.error({ err: error }, 'the proxies of a file could not be made')
    const delay = delays[claim.row.failures]
    if (delay === undefined) return end(held, dependencies, plan, null)
    await transact(claim.caller, (tx) =>
      pause(tx, claim, new Date(tx.time.getTime() + delay * SECOND_MS), claim.row.failures + 1))
    return { outcome: 'retried', dueInMs: delay * SECOND_MS }
  }
}

async function wait ({ claim }: Held, { transact }: AttemptDependencies): Promise<Ended> {
  await transact(claim.caller, (tx) => pause(tx, claim, new Date(tx.time.getTime() + WAIT_MS), claim.row.failures))
  return { outcome: 'waiting', dueInMs: WAIT_MS }
}

async function makeAnew (
  held: Held, dependencies: AttemptDependencies, plan: Plan,
  { metadata, playback }: Omit<BlobRendering, 'metadata'> & { readonly metadata: FileMetadata }
): Promise<Ended> {
  const { claim, file, signal: stopping, log } = held
  const { folder, localFiles, silentMs, transact } = dependencies
  const fileId = claim.row.id
  const progress = keepProgress(claim, { transact, localFiles, log })
  const signal = AbortSignal.any([stopping, progress.signal])
  const local = await localFiles.open(file.key, fileId, Number(file.size), signal, roomFor(metadata.duration))
  try {
    const options = { fileId, metadata, playback, folder, signal, silentMs, onProgress: progress.note }
    const rendering = await render(local.path, options).catch((error: unknown) => { throw progress.failure() ?? error })
    try {
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

/** Stores the proxies. Their keys are noted first, so that each object in the storage has a row. */
async function store (
  held: Held, { transact, storage }: AttemptDependencies, { result, targets }: Rendering
): Promise<Finding> {
  const { claim, file } = held
  if (result.outcome !== 'done') {
    return { outcome: result.outcome, playback: result.outcome === 'none' ? result.playback : null, proxies: [] }
  }
  const proxies = result.proxies.map((proxy) => ({ ...proxy, key: newKey(file.sha256) }))
  const keys = proxies.map(({ key }) => key)
  await transact(claim.caller, (tx) => stageKeys(tx, claim, keys))
  held.keys = keys
  for (const { kind, key } of proxies) await storage.place(targets[kind], key)
  return { outcome: 'done', playback: result.playback, proxies }
}

async function end (
  { claim, file, keys }: Held, { transact }: AttemptDependencies, { isFilm }: Plan, finding: Finding | null,
  result?: ProxyResult
): Promise<Ended> {
  const outcome = await transact(claim.caller, (tx) =>
    settle(tx, claim, file, finding, { hasStaged: keys.length > 0, isFilm }))
  return { outcome, dueInMs: null, ...(result?.outcome === 'failed' && { error: result.error }) }
}
