import { finished, type Readable } from 'node:stream'
import { classifyError, describeError, ExcessBytes, type FailureKind } from '../../outbound/index.js'
import { isNoSpace } from '../../basics/no-space.js'
import { explainEndless, explainExcess, explainFailure, explainNoRoom } from './explain.js'
import type { SizeLimit } from '../thread/messages.js'
import type { PartialFile } from '../thread/partial-files.js'
import type { DiskBudget } from '../../process/disk-budget.js'

/** The interval of syncs: a killed process loses no more. */
const SYNC_EVERY_MS = 400
/** The first sync is sooner, as a sender may pause after its first bytes. */
const FIRST_SYNC_MS = 250
/** A slower sender is given up: it would hold its place for days. */
const SLOWEST_BYTES_PER_SECOND = 1024

export interface WriteBodyOptions {
  /** Size of the whole file, as announced. */
  readonly total: number | null
  readonly limit: SizeLimit
  readonly room: Pick<DiskBudget, 'take'>
  /** The average rate counts over twice this time. */
  readonly idleTimeoutMs: number
  /** Called with the bytes that are on disk, at intervals. */
  readonly onSynced: (bytes: number) => void
}

/** Why a body was cut off. */
export type BodyFailure =
  | { readonly kind: 'refused' | 'broken', readonly error: string }
  /** The disk is full. The temporary file must go, so that others can write. */
  | { readonly kind: 'full', readonly error: string }
  | { readonly kind: 'stopped' }

/** Writes a body to a file as it arrives. Null if it is whole. */
export async function writeBody (
  body: Readable, file: PartialFile, { total, limit, room, idleTimeoutMs, onSynced }: WriteBodyOptions
): Promise<BodyFailure | null> {
  let failure: BodyFailure | null = null
  const fail = (reason: BodyFailure) => {
    failure ??= reason
    body.destroy()
  }

  let synced = file.size
  const sync = () => {
    syncing = setTimeout(sync, SYNC_EVERY_MS)
    file.sync().then((bytes) => {
      if (bytes === synced) return
      synced = bytes
      onSynced(bytes)
    }, (error: unknown) => fail(diskFailure(error)))
  }
  let countedFrom = file.size
  const judgeRate = () => {
    if (file.size - countedFrom < SLOWEST_BYTES_PER_SECOND * 2 * idleTimeoutMs / 1000) fail(tooSlow(idleTimeoutMs))
    countedFrom = file.size
  }

  let syncing = setTimeout(sync, FIRST_SYNC_MS)
  const judging = setInterval(judgeRate, 2 * idleTimeoutMs)
  try {
    await new Promise<void>((resolve) => {
      body.on('data', (chunk: Buffer) => {
        if (failure !== null) return
        if (file.size + chunk.length > limit.bytes) return fail({ kind: 'refused', error: explainEndless(limit) })
        if (!room.take(chunk.length)) return fail({ kind: 'full', error: explainNoRoom(total) })
        try {
          file.write(chunk)
        } catch (error) {
          fail(diskFailure(error))
        }
      })
      // It may have failed before anybody listened.
      finished(body, (error) => {
        if (error != null) failure ??= bodyFailure(body.errored ?? error, file.size, total)
        resolve()
      })
    })
  } finally {
    clearTimeout(syncing)
    clearInterval(judging)
  }
  return failure
}

function bodyFailure (error: unknown, bytes: number, total: number | null): BodyFailure {
  if (error instanceof ExcessBytes && bytes === total) return { kind: 'refused', error: explainExcess(total) }
  const kind: FailureKind = classifyError(error)
  if (kind === 'aborted') return { kind: 'stopped' }
  return { kind: 'broken', error: `${explainFailure(kind, describeError(error))}, after ${bytes} bytes` }
}

function tooSlow (idleTimeoutMs: number): BodyFailure {
  return { kind: 'broken', error: `The sender is too slow: less than ${SLOWEST_BYTES_PER_SECOND} bytes a second for ${2 * idleTimeoutMs / 1000} seconds` }
}

function diskFailure (error: unknown): BodyFailure {
  if (isNoSpace(error)) return { kind: 'full', error: explainNoRoom() }
  return {
    kind: 'broken',
    error: `The service could not store the file (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`
  }
}
