import { WorkerEnded, type WorkerFailure } from '../../work/workers/station.js'
import { supervise } from '../../work/workers/supervisor.js'
import { thread } from '../../work/workers/thread.js'
import type { Sums } from './file-digest.js'
import type {
  Incoming, OpenedIncoming, OpenIncoming, Order, Progress, Received, ReceiveResult, ReceiverSettings, ReceiveTask
} from './messages.js'

/** A file needs a few MiB. The limit is far above. */
const HEAP_MB = 128
/**
 * Each read of a socket takes 64 KiB outside of the heap, until a minor collection: a small young heap has them often.
 */
const YOUNG_HEAP_MB = 2

export interface ThreadOptions {
  readonly settings: ReceiverSettings
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

export type ReceivingThread = ReturnType<typeof createReceivingThread>

/** The main thread's side of the receiving thread. Every function may reject with StorageFailure. */
export function createReceivingThread (
  { settings, idleMs = 30_000, script = new URL('./worker.js', import.meta.url) }: ThreadOptions
) {
  const worker = supervise<Order, ReceiveResult | Incoming | Sums | string | undefined, Progress>({
    start: thread(script, { heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB, settings }),
    ordersEach: Infinity,
    idleMs
  })
  const ask: typeof worker.ask = (order, options) =>
    worker.ask(order, options).catch((error: unknown) => { throw explain(error as WorkerEnded | WorkerFailure) })

  return {
    /** One attempt to receive a file. An abort ends it as `stopped`. */
    receive: async (
      task: ReceiveTask,
      { signal, onProgress }: { signal: AbortSignal, onProgress: (received: Received) => void }
    ) => await ask({ kind: 'receive', task }, {
      signal,
      onProgress: (progress) => { onProgress(progress as Received) }
    }) as ReceiveResult,
    /** Moves a whole temporary file into the storage. With `copy`, a temporary file of that name stays. */
    place: async (partial: string, key: string, copy: string | null = null): Promise<void> => {
      await ask({ kind: 'place', partial, key, copy })
    },
    discard: async (partial: string): Promise<void> => { await ask({ kind: 'discard', partial }) },
    /** Copies a stored object into a temporary file. */
    fetch: async (key: string, partial: string, signal: AbortSignal): Promise<void> => {
      await ask({ kind: 'fetch', key, partial }, { signal })
    },
    /** Reads a stored object and sums it up. */
    sum: async (key: string, options: { signal: AbortSignal, onProgress: () => void }) =>
      await ask({ kind: 'sum', key }, options) as Sums,
    /** Opens an upload for its next piece. Returns where it goes on. */
    open: async (file: OpenIncoming) => await ask({ kind: 'open', file }) as Incoming,
    /** Appends to an open upload. The chunks are handed over: nobody may use them afterwards. */
    write: async (open: OpenedIncoming, chunks: readonly Uint8Array[]): Promise<void> => {
      await ask({ kind: 'write', open, chunks }, { transfer: chunks.filter(isAlone).map(({ buffer }) => buffer) })
    },
    /** Returns how many bytes are on disk. With `isUndone` the piece is dropped; with `isLast` its digest is given. */
    settle: async (open: OpenedIncoming, { isUndone = false, isLast = false } = {}) =>
      await ask({ kind: 'settle', open, isUndone, isLast }) as Incoming,
    /** Keeps the file open for the next piece. */
    rest: async (open: OpenedIncoming): Promise<void> => { await ask({ kind: 'rest', open }) },
    /** Returns the SHA-256 of a whole file, in hexadecimal. */
    seal: async (open: OpenedIncoming) => await ask({ kind: 'seal', open }) as string,
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
    cause?.code ?? 'THREAD', `The receiving thread ended: ${cause?.stack ?? 'no reason given'}`
  )
}
