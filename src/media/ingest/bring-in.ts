import type { FastifyBaseLogger } from 'fastify'
import { isNoSpace } from '../../basics/no-space.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { LeaseLost } from '../../work/claims/claim.js'
import { explainNoRoom, explainSize, FULL, GONE } from '../fetch/explain.js'
import { arrivedOf, type FileRow } from '../rows.js'
import { sourceOf } from '../source.js'
import type { LocalCopies } from '../storage/local-copies.js'
import type { MediaStorage } from '../storage/storage.js'
import type { Arrived, FetchResult, ReadTask } from '../thread/messages.js'
import { StorageFailure, type FileThread } from '../thread/thread.js'
import { limitOf, type MediaLimits } from '../usage.js'
import type { IngestClaim } from './claim.js'
import { place } from './place.js'
import type { Arriving } from './arriving.js'
import { bindBlob, type StoredBlob } from './blobs.js'
import { findSource, HolderWaits, type Holder } from '../loose-files.js'
import type { Locations } from '../../locations/locations.js'

export interface BringInDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly storage: MediaStorage
  readonly thread: FileThread
  readonly copies: LocalCopies
  readonly limits: MediaLimits
  readonly log: FastifyBaseLogger
  readonly holders: readonly Holder[]
  readonly locations: Pick<Locations, 'find'>
}

/** The state of a running attempt. */
export interface Held {
  readonly claim: IngestClaim
  readonly arriving: Arriving
  /** Aborts when the service stops, or the row is lost. */
  readonly signal: AbortSignal
  readonly onArrived: (bytes: number) => void
  /** The blob that it has stored, or is about to. */
  blob: StoredBlob | null
}

/**
 * Gets the bytes of a file from its source, and places them. The attempt is repeated after failures of the service, as
 * after those of a sender.
 */
export async function bringIn (held: Held, dependencies: BringInDependencies): Promise<FetchResult> {
  const { transact, thread, storage, log } = dependencies
  const { claim, arriving, signal, onArrived } = held
  try {
    const result = await getBytes(held, dependencies)
    if (result.kind !== 'whole') return result
    const { bytes, partial } = result.arrived
    arriving.note(result.arrived)
    onArrived(Infinity)
    const blob = held.blob = await transact(claim.caller, (tx) => bindBlob(tx, claim, result.sums, bytes))
    if (await storage.sizeOf(blob.key) === bytes) await thread.discard(partial)
    else await place({ fileId: claim.row.id, partial, bytes, key: blob.key }, dependencies, signal)
    return result
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof HolderWaits) throw error
    if (signal.aborted) return { kind: 'stopped', arrived: arriving.arrived }
    log.error({ err: error, mediaFileId: claim.row.id }, 'a file could not be stored')
    if (!isNoSpace(error)) return { kind: 'broken', error: explain(error), arrived: arriving.arrived }
    const isKept = sourceOf(claim.row).kind === 'upload'
    return { kind: 'broken', error: explainNoRoom(), arrived: isKept ? arriving.arrived : await makeRoom(arriving, thread) }
  }
}

/** Fetches a file, or finishes one that was received, which may be empty. */
async function getBytes (
  { claim: { row }, arriving, signal, onArrived }: Held, dependencies: BringInDependencies
): Promise<FetchResult> {
  const { database, thread, limits } = dependencies
  const limit = await limitOf(database.reads.sql, row.account_id, limits)
  const source = sourceOf(row)
  const arrived = arrivedOf(row)
  if (source.kind === 'upload') {
    if (arrived === null) return { kind: 'refused', error: GONE }
    if (arrived.bytes > limit.bytes) return { kind: 'refused', error: explainSize(arrived.bytes, limit) }
    const sums = await thread.finish(arrived)
    return sums === null ? { kind: 'refused', error: GONE } : { kind: 'whole', arrived, sums }
  }
  if (limit.bytes === 0) return { kind: 'refused', error: FULL }
  const options = {
    signal,
    onProgress: (latest: Arrived) => {
      arriving.note(latest)
      onArrived(latest.bytes)
    }
  }
  if (source.kind === 'url') {
    return thread.fetch({ fileId: row.id, url: source.url, arrived, limit, filename: row.filename }, options)
  }
  return thread.read({ fileId: row.id, arrived, limit, ...await placeOf(row, dependencies) }, options)
}

/** Throws HolderWaits if this process has not the location. Another one may have it. */
async function placeOf (
  row: FileRow, { database, holders, locations }: BringInDependencies
): Promise<Pick<ReadTask, 'place' | 'path' | 'state'>> {
  const found = await findSource(holders, database.reads.sql, row)
  if (found === null) throw new LeaseLost()
  const place = await locations.find(found.account, found.location)
  if (place === null) throw new HolderWaits()
  return { place, path: found.path, state: found.state }
}

/** Frees the disk before the database writes: they may share it. */
async function makeRoom ({ arrived }: Arriving, thread: FileThread): Promise<null> {
  if (arrived !== null) await thread.discard(arrived.partial)
  return null
}

/** The size of the blob that an earlier attempt has placed, if it ended before it could record that. */
export async function placedBefore (
  { blob_id: blobId }: FileRow, { database, storage }: BringInDependencies
): Promise<number | null> {
  if (blobId === null) return null
  const blob = await database.reads.prisma.mediaBlob.findUnique({ where: { id: blobId } })
  const size = blob === null ? null : await storage.sizeOf(blob.key).catch(() => null)
  return size !== null && BigInt(size) === blob!.size ? size : null
}

function explain (error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  return `The service could not store the file (${error instanceof StorageFailure ? error.code : code ?? name})`
}
