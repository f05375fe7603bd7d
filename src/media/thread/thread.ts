import { WorkerEnded, type WorkerFailure } from '../../work/workers/station.js'
import { supervise } from '../../work/workers/supervisor.js'
import { thread } from '../../work/workers/thread.js'
import type { Sums } from './file-digest.js'
import type {
  Answer, Arrived, FetchResult, FetchTask, FileThreadSettings, NextPiece, OpenUpload, Order, Progress, Written
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

/** The main thread's side of the thread for the bytes of files. Every function may reject with StorageFailure. */
export function createFileThread (
  { settings, idleMs = 30_000, script = new URL('./worker.js', import.meta.url) }: ThreadOptions
) {
  /** A thread writes to the files of those before it, which have ended. */
  const mark = createMark()
  const worker = supervise<Order, Answer, Progress>({
    start: thread(script, { heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB, settings: { ...settings, mark } }),
    ordersEach: Infinity,
    idleMs
  })
  const ask: typeof worker.ask = (order, options) =>
    worker.ask(order, options).catch((error: unknown) => { throw explain(error as WorkerEnded | WorkerFailure) })

  return {
    /** One attempt to fetch a file. An abort ends it as `stopped`. */
    fetch: async (
      task: FetchTask,
      { signal, onProgress }: { signal: AbortSignal, onProgress: (arrived: Arrived) => void }
    ) => await ask({ kind: 'fetch', task }, {
      signal,
      onProgress: (progress) => { onProgress(progress as Arrived) }
    }) as FetchResult,
    /** Opens an upload to receive its next piece. Returns where it goes on. */
    open: async (piece: NextPiece) => await ask({ kind: 'open', piece }) as Written,
    /** Appends to an open upload. The chunks are handed over: nobody may use them afterwards. */
    write: async (upload: OpenUpload, chunks: readonly Uint8Array[]): Promise<void> => {
      await ask({ kind: 'write', upload, chunks }, { transfer: chunks.filter(isAlone).map(({ buffer }) => buffer) })
    },
    /** Returns how many bytes are on disk; with `isLast` also the digest of the piece. */
    sync: async (upload: OpenUpload, { isLast = false } = {}) => await ask({ kind: 'sync', upload, isLast }) as Written,
    /** Drops the piece. */
    undo: async (upload: OpenUpload): Promise<void> => { await ask({ kind: 'undo', upload }) },
    /** Keeps the file open for the next piece. */
    rest: async (upload: OpenUpload): Promise<void> => { await ask({ kind: 'rest', upload }) },
    /** Takes no further pieces. Returns the sums of the whole file. */
    seal: async (upload: OpenUpload) => await ask({ kind: 'seal', upload }) as Sums,
    /** Sums up an upload that is whole, and syncs it. Null if its bytes are gone. */
    finish: async (arrived: Arrived) => await ask({ kind: 'finish', arrived }) as Sums | null,
    /** Moves a whole temporary file into the storage. With `copy`, a temporary file of that name stays. */
    place: async (partial: string, key: string, copy: string | null = null): Promise<void> => {
      await ask({ kind: 'place', partial, key, copy })
    },
    discard: async (partial: string): Promise<void> => { await ask({ kind: 'discard', partial }) },
    /** Copies a stored object into a temporary file. */
    load: async (key: string, partial: string, signal: AbortSignal): Promise<void> => {
      await ask({ kind: 'load', key, partial }, { signal })
    },
    /** Reads a stored object and sums it up. */
    sum: async (key: string, options: { signal: AbortSignal, onProgress: () => void }) =>
      await ask({ kind: 'sum', key }, options) as Sums,
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
