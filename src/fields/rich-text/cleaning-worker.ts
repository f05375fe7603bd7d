import { Worker } from 'node:worker_threads'
import { FairQueue } from '../../basics/fair-queue.js'
import { expectedRichText, RichTextRefused } from './refused.js'
import type { WorkerMessage } from './worker.js'

/** So many values of one sender wait for their turn at most. */
const MOST_WAITING = 1000

export interface CleaningWorkerOptions {
  /** The script that the worker runs: takes strings, answers with `WorkerMessage`. */
  script: URL
  /** How long one value may take, not counting the wait for its turn and the worker's start. */
  timeoutMs: number
  /** A worker without work is stopped after this time, which gives its memory back. */
  idleMs: number
  /** What the worker's heap may hold. */
  memoryMb: number
}

interface Job {
  html: string
  resolve: (html: string) => void
  reject: (error: Error) => void
}

/**
 * A thread of its own that cleans one value after another, of each sender in turn. It starts with the first value and
 * again after it died.
 */
export interface CleaningWorker {
  /**
   * @throws RichTextRefused where the value took too long, or too much memory; Overloaded where too many of the
   * sender's wait
   */
  clean: (html: string, sender?: number) => Promise<string>
  /** Finishes what was begun, then stops the thread. */
  close: () => Promise<void>
}

export function createCleaningWorker ({ script, timeoutMs, idleMs, memoryMb }: CleaningWorkerOptions): CleaningWorker {
  const waiting = new FairQueue<Job>(MOST_WAITING)
  let current: Job | null = null
  let worker: Worker | null = null
  let ready = false
  let timer: NodeJS.Timeout | undefined
  let whenDrained: (() => void) | null = null

  function clean (html: string, sender = 0): Promise<string> {
    return new Promise((resolve, reject) => {
      waiting.add(sender, { html, resolve, reject })
      takeNext()
    })
  }

  function takeNext (): void {
    if (current !== null) return
    clearTimeout(timer)
    current = waiting.take()
    if (current === null) return rest()
    worker ??= start()
    // Only while there is work may the thread keep the process alive.
    worker.ref()
    if (ready) send(current)
  }

  function rest (): void {
    worker?.unref()
    timer = setTimeout(stop, idleMs).unref()
    whenDrained?.()
  }

  function send (job: Job): void {
    timer = setTimeout(giveUp, timeoutMs)
    worker?.postMessage(job.html)
  }

  function finishJob (outcome: string | Error): void {
    const job = current
    current = null
    if (outcome instanceof Error) job?.reject(outcome)
    else job?.resolve(outcome)
    takeNext()
  }

  function giveUp (): void {
    stop()
    finishJob(new RichTextRefused(expectedRichText.simplicity))
  }

  function stop (): Promise<number> | undefined {
    const stopped = worker
    worker = null
    ready = false
    return stopped?.terminate()
  }

  function start (): Worker {
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    let failure: Error | null = null
    started.on('message', (message: WorkerMessage) => { if (started === worker) hear(message) })
    started.on('error', (error) => { failure = error })
    started.on('exit', () => { if (started === worker) bury(failure) })
    return started
  }

  function hear (message: WorkerMessage): void {
    if (message.kind === 'ready') {
      ready = true
      if (current !== null) send(current)
    } else if (message.kind === 'cleaned') finishJob(message.html)
    else if (message.kind === 'refused') finishJob(new RichTextRefused(message.expected))
    else finishJob(new Error(`Rich text could not be cleaned: ${message.reason}`))
  }

  function bury (failure: (Error & { code?: string }) | null): void {
    worker = null
    ready = false
    if (current === null) return
    clearTimeout(timer)
    const outOfMemory = failure?.code === 'ERR_WORKER_OUT_OF_MEMORY'
    finishJob(outOfMemory
      ? new RichTextRefused(expectedRichText.simplicity)
      : new Error('The worker that cleans rich text died', { cause: failure }))
  }

  async function close (): Promise<void> {
    if (current !== null) await new Promise<void>((resolve) => { whenDrained = resolve })
    clearTimeout(timer)
    await stop()
  }

  return { clean, close }
}
