import { WorkerEnded, type WorkerFailure } from '../../work/workers/station.js'
import { supervise } from '../../work/workers/supervisor.js'
import { thread } from '../../work/workers/thread.js'
import type {
  Incoming, OpenedIncoming, OpenIncoming, Order, Received, ReceiveResult, ReceiverSettings, ReceiveTask
} from './messages.js'

/** Receiving one file needs a few MiB; what the heap may hold is far above. */
const HEAP_MB = 128
/**
 * Each read of a socket has 64 KiB outside of the heap, which go when what is young is collected: the sooner it is
 * full, the fewer they are.
 */
const YOUNG_HEAP_MB = 2

export interface ThreadOptions {
  readonly settings: ReceiverSettings
  /** A thread without work is stopped after this time, which gives its memory back. */
  readonly idleMs?: number
  /** The script that it runs. */
  readonly script?: URL
}

/** What goes wrong with the service's own disk, storage or thread, and not with the sender. */
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

/** The main thread's side of the receiving thread. Everything may reject with StorageFailure. */
export function createReceivingThread (
  { settings, idleMs = 30_000, script = new URL('./worker.js', import.meta.url) }: ThreadOptions
) {
  const worker = supervise<Order, ReceiveResult | Incoming | string | undefined, Received>({
    start: thread(script, { heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB, settings }),
    ordersEach: Infinity,
    idleMs
  })
  const ask: typeof worker.ask = (order, options) =>
    worker.ask(order, options).catch((error: unknown) => { throw explain(error as WorkerEnded | WorkerFailure) })

  return {
    /** One attempt at receiving a file. An abort ends it as `stopped`. */
    receive: async (task: ReceiveTask, options: { signal: AbortSignal, onProgress: (received: Received) => void }) =>
      await ask({ kind: 'receive', task }, options) as ReceiveResult,
    /** Moves a whole temporary file into the storage. With `copy`, a temporary file of this name stays. */
    place: async (partial: string, key: string, copy: string | null = null): Promise<void> => {
      await ask({ kind: 'place', partial, key, copy })
    },
    /** Removes a temporary file. */
    discard: async (partial: string): Promise<void> => { await ask({ kind: 'discard', partial }) },
    /** Writes what is stored under a key into a temporary file. */
    fetch: async (key: string, partial: string, signal: AbortSignal): Promise<void> => {
      await ask({ kind: 'fetch', key, partial }, { signal })
    },
    /** Opens a file that is sent in pieces. Says where it goes on. */
    open: async (file: OpenIncoming) => await ask({ kind: 'open', file }) as Incoming,
    /** Adds bytes to a file that was opened. */
    write: async (open: OpenedIncoming, chunk: Uint8Array): Promise<void> => {
      await ask({ kind: 'write', open, chunk })
    },
    /** Says how much is on disk. With `isUndone` the piece is forgotten; with `isLast` its digest is given. */
    settle: async (open: OpenedIncoming, { isUndone = false, isLast = false } = {}) =>
      await ask({ kind: 'settle', open, isUndone, isLast }) as Incoming,
    /** Keeps the file open for the next piece. */
    rest: async (open: OpenedIncoming): Promise<void> => { await ask({ kind: 'rest', open }) },
    /** Of a file that is whole, and on disk: its SHA-256 in hexadecimal. */
    seal: async (open: OpenedIncoming) => await ask({ kind: 'seal', open }) as string,
    /** Ends the thread. What is under way is rejected. */
    close: worker.kill
  }
}

function explain (error: WorkerEnded | WorkerFailure): StorageFailure {
  if (!(error instanceof WorkerEnded)) return new StorageFailure(error.code ?? error.kind, error.stack ?? error.message)
  const cause = error.cause as (Error & { code?: string }) | undefined
  return new StorageFailure(
    cause?.code ?? 'THREAD', `The receiving thread ended: ${cause?.stack ?? 'no reason given'}`
  )
}
