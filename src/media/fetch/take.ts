import type { Readable } from 'node:stream'
import { explainLength } from './explain.js'
import type { Arrived, FetchResult, SizeLimit } from '../thread/messages.js'
import type { PartialFile, PartialFiles } from '../thread/partial-files.js'
import type { DiskBudget } from '../../process/disk-budget.js'
import { writeBody } from './write-body.js'

export interface TakerDependencies {
  readonly partials: PartialFiles
  readonly room: DiskBudget
  readonly idleTimeoutMs: number
}

/** A file that has arrived in part. */
export interface Begun {
  readonly file: PartialFile
  readonly arrived: Arrived
}

export interface TakeOptions {
  readonly limit: SizeLimit
  /** Called with what is known before the first byte, and then with the bytes that are on disk. */
  readonly onProgress: (arrived: Arrived) => void
  /** Called when all bytes are there. */
  readonly complete: (begun: Begun) => Promise<FetchResult>
}

export type Taker = ReturnType<typeof createTaker>

/** Takes bytes from wherever they come into temporary files. Each attempt resumes the one before it. */
export function createTaker ({ partials, room, idleTimeoutMs }: TakerDependencies) {
  /** Null if there is nothing to resume. */
  async function resume (fileId: string, arrived: Arrived | null): Promise<Begun | null> {
    if (arrived === null || arrived.bytes === 0) return null
    // A file of another process is copied, which needs room.
    if (!partials.isOwn(arrived.partial) && !room.fits(arrived.bytes)) return null
    const file = await partials.resume(fileId, arrived)
    return file === null ? null : { file, arrived: { ...arrived, partial: file.name } }
  }

  async function take (
    body: Readable, begun: Begun, { limit, onProgress, complete }: TakeOptions
  ): Promise<FetchResult> {
    const { file, arrived } = begun
    const { total } = arrived
    onProgress(arrived)
    const failure = await writeBody(body, file, {
      total,
      limit,
      room,
      idleTimeoutMs,
      onSynced: (bytes) => onProgress({ ...arrived, bytes })
    })
    if (failure === null && (total === null || total === file.size)) return await complete(begun)
    const isTooLong = total !== null && file.size > total
    if (failure?.kind === 'refused' || failure?.kind === 'full' || isTooLong) {
      await abandon(file)
      if (failure?.kind === 'refused') return { kind: 'refused', error: failure.error }
      const error = failure?.kind === 'full' ? failure.error : explainLength(file.size, total!)
      return { kind: 'broken', error, arrived: null }
    }
    const kept = await keep(begun)
    if (failure?.kind === 'stopped') return { kind: 'stopped', arrived: kept }
    return { kind: 'broken', error: failure?.error ?? explainLength(file.size, total!), arrived: kept }
  }

  /** Keeps the temporary file for the next attempt; null if the sender gave no validator. */
  async function keep ({ file, arrived }: Begun): Promise<Arrived | null> {
    const bytes = await file.sync().catch(() => 0)
    if (bytes === 0 || arrived.validator === null) {
      await abandon(file)
      return null
    }
    await file.close()
    return { ...arrived, bytes }
  }

  async function abandon (file: PartialFile): Promise<void> {
    await file.close()
    await partials.discard(file.name)
  }

  return { resume, take, abandon }
}
