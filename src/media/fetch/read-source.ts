import { isMissingPath } from '../../basics/missing-paths.js'
import { LocationGone, NotThatFile } from '../../locations/errors.js'
import type { Location, OpenFile } from '../../locations/location.js'
import { openLocation } from '../../locations/open.js'
import { OutboundFailure } from '../../outbound/index.js'
import type { DiskBudget } from '../../process/disk-budget.js'
import type { FetchResult, ReadTask } from '../thread/messages.js'
import type { PartialFiles } from '../thread/partial-files.js'
import { explainNoRoom, explainSize, MAY_NOT_BE_READ, SOURCE_CHANGED } from './explain.js'
import type { FetchOptions } from './fetcher.js'
import type { Begun, Taker } from './take.js'

const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'AccessDenied'])

export interface ReaderDependencies {
  readonly taker: Taker
  readonly partials: Pick<PartialFiles, 'create' | 'discard'>
  readonly room: DiskBudget
}

/**
 * Reads files of locations into temporary files, as others are fetched. A file is only read while it is as it was seen:
 * then, before and after its bytes.
 */
export function createSourceReader ({ taker, partials, room }: ReaderDependencies) {
  async function read (task: ReadTask, options: FetchOptions): Promise<FetchResult> {
    const before = await taker.resume(task.fileId, task.arrived)
    try {
      const location = await openLocation(task.place)
      const file = await openAsSeen(location, task)
      try {
        return await take(file, before, task, options)
      } finally {
        await file.close()
      }
    } catch (error) {
      if (before !== null) await taker.abandon(before.file).catch(() => {})
      return resultOf(error)
    }
  }

  async function take (
    source: OpenFile, before: Begun | null, task: ReadTask, { onProgress, signal }: FetchOptions
  ): Promise<FetchResult> {
    const { size } = source.entry
    if (size > task.limit.bytes) throw new Refused(explainSize(size, task.limit))
    const isSame = before?.arrived.validator === task.state
    if (before !== null && !isSame) await taker.abandon(before.file)
    if (!room.fits(size - (isSame ? before.file.size : 0))) throw new Refused(explainNoRoom(size))
    const begun = isSame ? before : begin(task, size)
    const body = await source.read(begun.file.size).catch(async (error: unknown) => {
      if (begun !== before) await taker.abandon(begun.file)
      throw error
    })
    const abort = () => { body.destroy(new OutboundFailure('aborted', 'given up')) }
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    try {
      return await taker.take(body, begun, {
        limit: task.limit, onProgress, complete: (whole) => complete(source, whole, task)
      })
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  function begin ({ fileId, state }: ReadTask, total: number): Begun {
    const file = partials.create(fileId)
    return { file, arrived: { partial: file.name, bytes: 0, total, validator: state, contentType: null } }
  }

  async function complete (
    source: OpenFile, { file, arrived }: Begun, { place, path, state }: ReadTask
  ): Promise<FetchResult> {
    const sums = await file.finish()
    const after = [await source.look(), await (await openLocation(place)).look(path)]
    if (after.some((entry) => entry?.state !== state)) {
      await partials.discard(file.name)
      return { kind: 'refused', error: SOURCE_CHANGED }
    }
    return { kind: 'whole', arrived: { ...arrived, bytes: file.size, total: file.size }, sums }
  }

  return { read }
}

/** A failure that is explained already. */
class Refused extends Error {}

async function openAsSeen (location: Location, { path, state }: ReadTask): Promise<OpenFile> {
  const seen = await location.look(path)
  if (seen === null || seen.state !== state) throw new NotThatFile('changed')
  return location.open(path, seen)
}

function resultOf (error: unknown): FetchResult {
  if (error instanceof Refused) return { kind: 'refused', error: error.message }
  if (error instanceof LocationGone || error instanceof NotThatFile || isMissingPath(error)) {
    return { kind: 'refused', error: SOURCE_CHANGED }
  }
  const { code, name } = error as NodeJS.ErrnoException
  if (NOT_ALLOWED.has(code ?? name)) return { kind: 'refused', error: MAY_NOT_BE_READ }
  throw error
}
