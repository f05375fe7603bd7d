import type { FastifyBaseLogger } from 'fastify'
import { isNoSpace } from '../../basics/no-space.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { explainFull, explainNoRoom, explainSize } from '../receive/explain.js'
import { isUpload, type Received, type ReceiveResult, type SizeLimit } from '../receive/messages.js'
import { StorageFailure, type ReceivingThread } from '../receive/thread.js'
import type { MediaFile } from '../rows.js'
import { limitOf, type MediaLimits } from '../usage.js'
import type { LocalCopies } from '../storage/local-copies.js'
import type { MediaStorage } from '../storage/storage.js'
import type { IngestClaim } from './claim.js'
import { place } from './place.js'
import type { KeptProgress } from './progress.js'
import { bindBlob, type StoredBlob } from './settle.js'

export interface BringInDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly storage: MediaStorage
  readonly thread: ReceivingThread
  readonly copies: LocalCopies
  readonly limits: MediaLimits
  readonly log: FastifyBaseLogger
}

/** The state of a running attempt. */
export interface Held {
  readonly claim: IngestClaim
  readonly file: MediaFile
  readonly progress: KeptProgress
  /** Aborts when the service stops, or the row is lost. */
  readonly signal: AbortSignal
  readonly onReceived: (bytes: number) => void
  /** The blob that it has stored, or is about to. */
  blob: StoredBlob | null
}

/**
 * Receives the file and stores it. The attempt is repeated after failures of the service, as after those of a sender.
 */
export async function bringIn (held: Held, dependencies: BringInDependencies): Promise<ReceiveResult> {
  const { database, transact, thread, storage, limits, log } = dependencies
  const { claim, file, progress, signal, onReceived } = held
  const onProgress = (received: Received) => {
    progress.note(received)
    onReceived(received.bytes)
  }
  try {
    const limit = await limitOf(database.reads.sql, file.accountId, limits)
    const refusal = refusalOf(file, limit)
    if (refusal !== null) return { kind: 'refused', error: refusal }
    const task = { fileId: file.id, url: file.sourceUrl, received: file.received, limit, filename: file.filename }
    const result = await thread.receive(task, { signal, onProgress })
    if (result.kind !== 'whole') return result
    progress.note(result.received)
    onReceived(Infinity)
    const { bytes, partial } = result.received
    const blob = held.blob = await transact(claim.caller, (tx) => bindBlob(tx, claim, result.sums, bytes))
    if (await storage.sizeOf(blob.key) === bytes) await thread.discard(partial)
    else await place({ fileId: file.id, partial, bytes, key: blob.key }, dependencies, signal)
    return result
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    if (signal.aborted) return { kind: 'stopped', received: progress.received }
    log.error({ err: error, mediaFileId: file.id }, 'a file could not be stored')
    if (isNoSpace(error) && isUpload({ url: file.sourceUrl })) return { kind: 'broken', error: explainNoRoom(), received: progress.received }
    if (isNoSpace(error)) return { kind: 'broken', error: explainNoRoom(), received: await makeRoom(progress, thread) }
    return { kind: 'broken', error: explain(error), received: progress.received }
  }
}

/** Why the file is not requested or taken; null if it is. The size of an upload is known, and it may be empty. */
function refusalOf ({ sourceUrl: url, received }: MediaFile, limit: SizeLimit): string | null {
  if (isUpload({ url })) return (received?.total ?? 0) > limit.bytes ? explainSize(received!.total!, limit) : null
  return limit.bytes === 0 ? explainFull() : null
}

/** Frees the disk before the database writes: they may share it. */
async function makeRoom ({ received }: KeptProgress, thread: ReceivingThread): Promise<null> {
  if (received !== null) await thread.discard(received.partial)
  return null
}

/** The size of the blob that an earlier attempt has stored, if it ended before it could record that. */
export async function placedBefore (
  file: MediaFile, { database, storage }: BringInDependencies
): Promise<number | null> {
  if (file.blobId === null) return null
  const blob = await database.reads.prisma.mediaBlob.findUnique({ where: { id: file.blobId } })
  const size = blob === null ? null : await storage.sizeOf(blob.key).catch(() => null)
  return size !== null && BigInt(size) === blob!.size ? size : null
}

function explain (error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  return `The service could not store the file (${error instanceof StorageFailure ? error.code : code ?? name})`
}
