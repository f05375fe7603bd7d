import { AssetNotFound } from '../../errors.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { explainFull } from '../receive/explain.js'
import { isUpload, type Received } from '../receive/messages.js'
import { toMediaFile, type MediaFile } from '../rows.js'
import { bringIn, placedBefore, type BringInDependencies, type Held } from './bring-in.js'
import type { IngestClaim } from './claim.js'
import { keepProgress } from './progress.js'
import { scheduleRetry } from './schedule.js'
import { abandonBlob, fail, finish, pause } from './settle.js'

export interface IngestDependencies extends BringInDependencies {
  /** Seconds between attempts. */
  readonly delays: readonly number[]
  /** How many replaced files of an asset are kept. */
  readonly versions: number
  /** Called with the outcome of each attempt. */
  readonly onOutcome?: (outcome: Outcome) => void
}

export interface IngestOptions {
  /** Ends the attempt. The next one resumes it. */
  readonly stopping: AbortSignal
  /** Called with the number of bytes as they arrive; Infinity after the last. */
  readonly onReceived: (bytes: number) => void
}

/**
 * Makes one attempt to ingest a file, and settles the outcome. On the signal it stops early and leaves the rest to
 * others. Returns the milliseconds until the next attempt; null if there is none to wait for.
 */
export async function ingest (
  claim: IngestClaim, dependencies: IngestDependencies, { stopping, onReceived }: IngestOptions
): Promise<number | null> {
  const file = toMediaFile(claim.row)
  const log = dependencies.log.child({ mediaFileId: file.id, assetId: file.assetId })
  const progress = keepProgress(claim, { ...dependencies, log })
  const signal = AbortSignal.any([stopping, progress.signal])
  const held: Held = { claim, file, progress, blob: null, signal, onReceived }
  const startedAt = Date.now()
  try {
    const outcome = await attempt(held, dependencies)
    dependencies.onOutcome?.(outcome)
    log[outcome.outcome === 'failed' ? 'warn' : 'info']({ ...outcome, durationMs: Date.now() - startedAt }, 'ingest')
    return outcome.retryInMs ?? null
  } catch (error) {
    if (!(error instanceof LeaseLost || error instanceof AssetNotFound)) throw error
    await leave(held, dependencies)
    log.info({ outcome: 'left', durationMs: Date.now() - startedAt }, 'ingest')
    return null
  } finally {
    await progress.end()
  }
}

/** The outcome of an attempt. */
export interface Outcome {
  readonly outcome: 'ready' | 'failed' | 'retried' | 'stopped'
  readonly bytes?: number
  readonly error?: string
  readonly retryInMs?: number
}

async function attempt (held: Held, dependencies: IngestDependencies): Promise<Outcome> {
  const { claim, file, progress } = held
  const { transact, versions } = dependencies
  const settle = async (work: Parameters<typeof transact<void>>[1], kept: Received | null = null) => {
    await progress.end()
    await transact(claim.caller, work)
    await progress.settled(kept)
  }
  /** Fails if other files have used up the account's room in the meantime. */
  const settleWhole = async (bytes: number, contentType: string | null): Promise<Outcome> => {
    const limit = dependencies.limits.ofAccount
    let error: string | null = null
    await settle(async (tx) => {
      error = await finish(tx, claim, { bytes, contentType, limit, versions }) ? null : explainFull()
      if (error === null) return
      if (held.blob !== null) await abandonBlob(tx, held.blob)
      await fail(tx, claim, error)
    })
    return error === null ? { outcome: 'ready', bytes } : { outcome: 'failed', error }
  }

  const placed = await placedBefore(file, dependencies)
  if (placed !== null) {
    return await settleWhole(placed, file.contentType)
  }

  const result = await bringIn(held, dependencies)
  const received = 'received' in result ? result.received : null
  if (result.kind === 'whole') {
    const { bytes, contentType } = result.received
    return await settleWhole(bytes, contentType)
  }
  if (result.kind === 'stopped') {
    await settle(
      (tx) => pause(tx, claim, received, { dueAt: tx.time, failures: file.failures, error: file.error }),
      received
    )
    return { outcome: 'stopped', bytes: received?.bytes }
  }
  const next = result.kind === 'refused' ? null : scheduleRetry(progressOf(file, received), delaysOf(file, dependencies))
  if (next === null) {
    await settle((tx) => fail(tx, claim, result.error))
    const left = received ?? file.received
    if (left !== null) await dependencies.thread.discard(left.partial)
    return { outcome: 'failed', error: result.error }
  }
  await settle((tx) => pause(tx, claim, received, {
    dueAt: new Date(tx.time.getTime() + next.delayMs),
    failures: next.failures,
    error: result.error
  }), received)
  return { outcome: 'retried', error: result.error, bytes: received?.bytes, retryInMs: next.delayMs }
}

/**
 * Cleans up after a file that was removed or taken over. When another process has taken it over, the temporary file
 * stays for that process.
 */
async function leave (
  { claim, progress, blob }: Held, { database, transact, thread }: IngestDependencies
): Promise<void> {
  if (blob !== null) await transact(claim.caller, (tx) => abandonBlob(tx, blob))
  const isGone = await database.reads.prisma.mediaFile.findUnique({ where: { id: claim.row.id } }) === null
  if (!isGone) return
  await progress.settled(null)
  if (progress.received !== null) await thread.discard(progress.received.partial)
}

/** An uploaded file is whole. It is kept until it can be stored. */
function delaysOf ({ sourceUrl, failures }: MediaFile, { delays }: IngestDependencies): readonly number[] {
  return isUpload({ url: sourceUrl }) ? Array(failures + 1).fill(delays.at(-1) ?? 1) : delays
}

function progressOf (file: MediaFile, received: Received | null) {
  return {
    failures: file.failures,
    gained: (received?.bytes ?? 0) - (file.received?.bytes ?? 0),
    ageMs: Date.now() - file.createdAt.getTime()
  }
}
