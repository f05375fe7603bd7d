import { Worker } from 'node:worker_threads'
import { WorkerEnded, type Message, type Report, type StartWorker } from './station.js'

export interface ThreadOptions {
  /**
   * The size of the heap. A thread that needs more usually dies alone, but Node does not guarantee that: if it
   * allocates much at once, the whole process dies. So orders are bounded before they are given.
   */
  readonly heapMb: number
  /** The size of the heap for young objects. */
  readonly youngHeapMb?: number
  /** Settings that the thread gets at its start. */
  readonly settings?: unknown
}

/** Threads run a script that calls `serve`. */
export function thread (script: URL, { heapMb, youngHeapMb, settings }: ThreadOptions): StartWorker {
  return ({ hear, ended }) => {
    const worker = new Worker(script, {
      workerData: settings,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        ...youngHeapMb !== undefined && { maxYoungGenerationSizeMb: youngHeapMb }
      }
    })
    let cause: (Error & { code?: string }) | undefined
    worker.on('message', (report: Report) => hear(report))
    worker.on('error', (error) => { cause = error })
    const exited = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        ended(new WorkerEnded(cause?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'exit', { cause }))
        resolve()
      })
    })
    return {
      exited,
      tell: (message: Message, transfer = []) => worker.postMessage(message, transfer),
      ref: () => worker.ref(),
      unref: () => worker.unref(),
      kill: async () => { await worker.terminate() }
    }
  }
}
