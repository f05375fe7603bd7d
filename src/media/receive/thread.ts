import { Worker } from 'node:worker_threads'
import type { Order, Received, ReceiveResult, ReceiverSettings, ReceiveTask, Report } from './messages.js'

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

interface Job {
  readonly resolve: (result: ReceiveResult | undefined) => void
  readonly reject: (error: Error) => void
  readonly onProgress?: (received: Received) => void
}

type NewOrder<Kind extends Order['kind']> = Omit<Extract<Order, { kind: Kind }>, 'id' | 'kind'>

export type ReceivingThread = ReturnType<typeof createReceivingThread>

/**
 * The main thread's side of the receiving thread. It starts with the first order and again after it died, in which case
 * every order that was under way is rejected. Everything may reject with StorageFailure.
 */
export function createReceivingThread (
  { settings, idleMs = 30_000, script = new URL('./worker.js', import.meta.url) }: ThreadOptions
) {
  const jobs = new Map<number, Job>()
  let worker: Worker | null = null
  let rest: NodeJS.Timeout | undefined
  let orders = 0

  function send<Kind extends 'receive' | 'place' | 'discard'> (
    kind: Kind,
    order: NewOrder<Kind>,
    { signal, onProgress }: { signal?: AbortSignal, onProgress?: Job['onProgress'] } = {}
  ) {
    clearTimeout(rest)
    const id = ++orders
    const stop = () => worker?.postMessage({ kind: 'stop', id } satisfies Order)
    return new Promise<ReceiveResult | undefined>((resolve, reject) => {
      jobs.set(id, { resolve, reject, onProgress })
      worker ??= start()
      // Only while there is work may the thread keep the process alive.
      worker.ref()
      worker.postMessage({ kind, id, ...order })
      if (signal?.aborted === true) stop()
      signal?.addEventListener('abort', stop)
    }).finally(() => {
      signal?.removeEventListener('abort', stop)
      if (jobs.size > 0) return
      worker?.unref()
      rest = setTimeout(giveUp, idleMs).unref()
    })
  }

  function start (): Worker {
    const started = new Worker(script, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB }
    })
    let cause: Error | undefined
    started.on('message', hear)
    started.on('error', (error) => { cause = error })
    started.on('exit', () => { if (started === worker) bury(cause) })
    return started
  }

  function hear (report: Report): void {
    const job = jobs.get(report.id)
    if (report.kind === 'progress') {
      job?.onProgress?.(report.received)
      return
    }
    jobs.delete(report.id)
    if (report.kind === 'done') job?.resolve(report.result)
    else job?.reject(new StorageFailure(report.code, report.reason))
  }

  function bury (cause: (Error & { code?: string }) | undefined): void {
    worker = null
    const failed = [...jobs.values()]
    jobs.clear()
    for (const job of failed) {
      job.reject(new StorageFailure(
        cause?.code ?? 'THREAD',
        `The receiving thread ended: ${cause?.stack ?? 'no reason given'}`
      ))
    }
  }

  function giveUp (): void {
    const idle = worker
    worker = null
    idle?.terminate().catch(() => {})
  }

  return {
    /** One attempt at receiving a file. An abort ends it as `stopped`. */
    receive: async (task: ReceiveTask, options: { signal: AbortSignal, onProgress: (received: Received) => void }) =>
      (await send('receive', { task }, options))!,
    /** Moves a whole temporary file into the storage. */
    place: async (partial: string, key: string): Promise<void> => { await send('place', { partial, key }) },
    /** Removes a temporary file. */
    discard: async (partial: string): Promise<void> => { await send('discard', { partial }) },
    /** Ends the thread. What is under way is rejected. */
    close: async (): Promise<void> => {
      clearTimeout(rest)
      await worker?.terminate()
    }
  }
}
