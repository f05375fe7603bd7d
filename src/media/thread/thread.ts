import { WorkerEnded, type WorkerFailure } from '../../work/workers/station.js'
import { supervise } from '../../work/workers/supervisor.js'
import { thread } from '../../work/workers/thread.js'
import type {
  OrderResult, Arrived, FetchTask, FileOrders, FileThreadSettings, NextPiece, OpenUpload, Order, OrderName, Progress,
  ReadTask, SendOutPlace, SendOutTask
} from './messages.js'
import { createMark } from './partial-files.js'

/** A file needs a few MiB. The limit is far above. */
const HEAP_MB = 128
/**
 * Each read of a socket takes 64 KiB outside of the heap, until a minor garbage collection: a small young heap has
 * them often.
 */
const YOUNG_HEAP_MB = 2

export interface ThreadOptions {
  readonly settings: Omit<FileThreadSettings, 'mark'>
  /** A thread without work ends after this time and frees its memory. */
  readonly idleMs?: number
  /** The script of the thread. */
  readonly script?: URL
}

/** A failure of the service's own disk, storage or thread, not of the sender. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'
  /** Such as ENOSPC. */
  readonly code: string

  constructor (code: string, reason: string) {
    super(reason)
    this.code = code
  }
}

export type FileThread = ReturnType<typeof createFileThread>

/**
 * The main thread's side of the thread for the bytes of files: the orders of messages.ts. Each may reject with
 * StorageFailure.
 */
export function createFileThread (
  { settings, idleMs = 30_000, script = new URL('./worker.js', import.meta.url) }: ThreadOptions
) {
  /** A thread writes to the files of those before it, which have ended. */
  const mark = createMark()
  const worker = supervise<Order, OrderResult, Progress>({
    start: thread(script, { heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB, settings: { ...settings, mark } }),
    ordersEach: Infinity,
    idleMs
  })
  const ask = async <Name extends OrderName>(
    name: Name, given: Parameters<FileOrders[Name]>, options?: Parameters<typeof worker.ask>[1]
  ) => await worker.ask({ name, given } as Order, options).catch((error: WorkerEnded | WorkerFailure) => {
    throw explain(error)
  }) as ReturnType<FileOrders[Name]>

  return {
    fetch: (task: FetchTask, { signal, onProgress }: { signal: AbortSignal, onProgress: (arrived: Arrived) => void }) =>
      ask('fetch', [task], { signal, onProgress: (progress) => { onProgress(progress as Arrived) } }),
    read: (task: ReadTask, { signal, onProgress }: { signal: AbortSignal, onProgress: (arrived: Arrived) => void }) =>
      ask('read', [task], { signal, onProgress: (progress) => { onProgress(progress as Arrived) } }),
    open: (piece: NextPiece) => ask('open', [piece]),
    /** The chunks are handed over: nobody may use them afterwards. */
    write: (upload: OpenUpload, chunks: readonly Uint8Array[]) =>
      ask('write', [upload, chunks], { transfer: chunks.filter(isAlone).map(({ buffer }) => buffer) }),
    sync: (upload: OpenUpload, { isLast = false } = {}) => ask('sync', [upload, isLast]),
    undo: (upload: OpenUpload) => ask('undo', [upload]),
    rest: (upload: OpenUpload) => ask('rest', [upload]),
    seal: (upload: OpenUpload) => ask('seal', [upload]),
    finish: (arrived: Arrived) => ask('finish', [arrived]),
    place: (partial: string, key: string, copy: string | null = null) => ask('place', [partial, key, copy]),
    discard: (partial: string) => ask('discard', [partial]),
    sum: (key: string, signal: AbortSignal) => ask('sum', [key], { signal }),
    load: (key: string, partial: string, signal: AbortSignal) => ask('load', [key, partial], { signal }),
    sendOut: (task: SendOutTask, options: { signal: AbortSignal, onProgress: (bytes: number) => void }) =>
      ask('sendOut', [task], { ...options, onProgress: (progress) => { options.onProgress(progress as number) } }),
    discardSentOut: (place: SendOutPlace) => ask('discardSentOut', [place]),
    /** Ends the thread. Running orders are rejected. */
    close: worker.kill
  }
}

/** Whether a chunk shares its memory with no other, so that it can move to the thread. */
function isAlone (chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> {
  return chunk.buffer instanceof ArrayBuffer && chunk.buffer.byteLength === chunk.byteLength
}

function explain (error: WorkerEnded | WorkerFailure): StorageFailure {
  if (!(error instanceof WorkerEnded)) return new StorageFailure(error.code ?? error.kind, error.stack ?? error.message)
  const cause = error.cause as (Error & { code?: string }) | undefined
  return new StorageFailure(
    cause?.code ?? 'THREAD', `The thread for the bytes of files ended: ${cause?.stack ?? 'no reason given'}`
  )
}
