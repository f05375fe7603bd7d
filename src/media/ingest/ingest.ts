import { SECOND_MS } from '../../basics/units.js'
import { AssetNotFound } from '../../errors.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { FULL, USER_DISABLED } from '../fetch/explain.js'
import { arrivedOf, type FileRow } from '../rows.js'
import { sourceOf } from '../source.js'
import type { Arrived } from '../thread/messages.js'
import { bringIn, placedBefore, type BringInDependencies, type Held } from './bring-in.js'
import type { IngestClaim } from './claim.js'
import { keepArriving, mayFetch } from './arriving.js'
import { scheduleRetry } from './schedule.js'
import { HolderWaits } from '../loose-files.js'
import { abandonBlob } from './blobs.js'
import { fail, finish, NoRoomLeft, pause } from './settle.js'

export interface IngestDependencies extends BringInDependencies {
  /** Seconds between attempts. */
  readonly delays: readonly number[]
  /** How many replaced files of an asset are kept. */
  readonly versions: number
  /** Called with the outcome of each attempt. */
  readonly onOutcome?: (outcome: Outcome) => void
}

/** The pause until a holder that waits is asked again. */
const HOLDER_MS = 5 * SECOND_MS

export interface IngestOptions {
  /** Ends the attempt. The next one resumes it. */
  readonly stopping: AbortSignal
  /** Called with the number of bytes as they arrive; Infinity after the last. */
  readonly onArrived: (bytes: number) => void
}

/**
 * Makes one attempt to ingest a file, and settles the outcome. On the signal it stops early and leaves the rest to
 * others. Returns the milliseconds until the next attempt; null if there is none to wait for.
 */
export async function ingest (
  claim: IngestClaim, dependencies: IngestDependencies, { stopping, onArrived }: IngestOptions
): Promise<number | null> {
  const { id, asset_id: assetId } = claim.row
  const log = dependencies.log.child({ mediaFileId: id, assetId })
  const arriving = keepArriving(claim, { ...dependencies, log })
  const signal = AbortSignal.any([stopping, arriving.signal])
  const held: Held = { claim, arriving, blob: null, signal, onArrived }
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
    await arriving.end()
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
  const { claim, arriving } = held
  const file = claim.row
  const { transact, versions, holders } = dependencies
  const settle = async (work: Parameters<typeof transact<void>>[1], kept: Arrived | null = null) => {
    await arriving.end()
    await transact(claim.caller, work)
    await arriving.keepOnly(kept)
  }
  /** Fails if other files have used up the account's room in the meantime, or the user may not fetch it any more. */
  const settleWhole = async (bytes: number, contentType: string | null): Promise<Outcome> => {
    const limit = dependencies.limits.ofAccount
    let error: string | null = null
    await settle(async (tx) => {
      error = !await mayFetch(tx.sql, file)
        ? USER_DISABLED
        : await finish(tx, claim, { bytes, contentType, limit, versions, holders }) ? null : FULL
      if (error === null) return
      if (held.blob !== null) await abandonBlob(tx, held.blob)
      await fail(tx, claim, error, holders)
    })
    return error === null ? { outcome: 'ready', bytes } : { outcome: 'failed', error }
  }

  const giveUp = async (error: string, left: Arrived | null): Promise<Outcome> => {
    await settle(async (tx) => {
      if (held.blob !== null) await abandonBlob(tx, held.blob)
      await fail(tx, claim, error, holders)
    })
    if (left !== null) await dependencies.thread.discard(left.partial)
    return { outcome: 'failed', error }
  }

  const waitForHolder = async (): Promise<Outcome> => {
    const kept = held.blob === null ? arriving.arrived : null
    await settle((tx) => pause(tx, claim, kept, {
      dueAt: new Date(tx.time.getTime() + HOLDER_MS), failures: file.failures, error: file.error
    }), kept)
    return { outcome: 'stopped', retryInMs: HOLDER_MS }
  }

  const whileNotWaiting = async (work: () => Promise<Outcome>): Promise<Outcome> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof HolderWaits) return await waitForHolder()
      if (error instanceof NoRoomLeft) return await giveUp(FULL, null)
      throw error
    }
  }

  return await whileNotWaiting(tryOnce)

  async function tryOnce (): Promise<Outcome> {
    if (!await mayFetch(dependencies.database.reads.sql, file)) return await giveUp(USER_DISABLED, arrivedOf(file))
    const placed = await placedBefore(file, dependencies)
    if (placed !== null) {
      return await settleWhole(placed, file.content_type)
    }

    const result = await bringIn(held, dependencies)
    const arrived = 'arrived' in result ? result.arrived : null
    if (result.kind === 'whole') {
      const { bytes, contentType } = result.arrived
      return await settleWhole(bytes, contentType)
    }
    if (result.kind === 'stopped') {
      await settle(
        (tx) => pause(tx, claim, arrived, { dueAt: tx.time, failures: file.failures, error: file.error }),
        arrived
      )
      return { outcome: 'stopped', bytes: arrived?.bytes }
    }
    const next = result.kind === 'refused' ? null : scheduleRetry(progressOf(file, arrived), delaysOf(file, dependencies))
    if (next === null) return await giveUp(result.error, arrived ?? arrivedOf(file))
    await settle((tx) => pause(tx, claim, arrived, {
      dueAt: new Date(tx.time.getTime() + next.delayMs),
      failures: next.failures,
      error: result.error
    }), arrived)
    return { outcome: 'retried', error: result.error, bytes: arrived?.bytes, retryInMs: next.delayMs }
  }
}

/**
 * Cleans up after a file that was removed or taken over. When another process has taken it over, the temporary file
 * stays for that process.
 */
async function leave (
  { claim, arriving, blob }: Held, { database, transact, thread }: IngestDependencies
): Promise<void> {
  if (blob !== null) await transact(claim.caller, (tx) => abandonBlob(tx, blob))
  const isGone = await database.reads.prisma.mediaFile.findUnique({ where: { id: claim.row.id } }) === null
  if (!isGone) return
  await arriving.keepOnly(null)
  if (arriving.arrived !== null) await thread.discard(arriving.arrived.partial)
}

/** An upload is whole. It is kept until it can be placed. The holder of a file of a location has its own schedule. */
function delaysOf (file: FileRow, { delays }: IngestDependencies): readonly number[] {
  const { kind } = sourceOf(file)
  if (kind === 'location') return []
  return kind === 'upload' ? Array(file.failures + 1).fill(delays.at(-1) ?? 1) : delays
}

function progressOf (file: FileRow, arrived: Arrived | null) {
  return {
    failures: file.failures,
    gained: (arrived?.bytes ?? 0) - (arrivedOf(file)?.bytes ?? 0),
    ageMs: Date.now() - Date.parse(file.created_at)
  }
}
