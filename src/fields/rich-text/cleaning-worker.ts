import { createGate } from '../../work/turns/gate.js'
import { WorkerEnded } from '../../work/workers/station.js'
import { supervise } from '../../work/workers/supervisor.js'
import { thread } from '../../work/workers/thread.js'
import { expectedRichText, RichTextRefused } from './refused.js'
import type { CleaningResult } from './worker.js'

/** So many values of one sender wait for their turn at most. */
const MOST_WAITING = 1000

export interface CleaningWorkerOptions {
  /** The script that the worker runs: takes strings, answers with a `CleaningResult`. */
  script: URL
  /** How long one value may take, not counting the wait for its turn and the worker's start. */
  timeoutMs: number
  /** A worker without work is stopped after this time, which gives its memory back. */
  idleMs: number
  /** What the worker's heap may hold. */
  memoryMb: number
}

/** A thread of its own that cleans one value after another, of each sender in turn. */
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
  const gate = createGate({ atOnce: 1, mostOfOne: MOST_WAITING })
  const worker = supervise<string, CleaningResult>({ start: thread(script, { heapMb: memoryMb }), timeoutMs, idleMs })

  async function clean (html: string): Promise<string> {
    const result = await worker.ask(html).catch((error: unknown) => { throw explain(error) })
    if ('refused' in result) throw new RichTextRefused(result.refused)
    return result.html
  }

  return {
    clean: (html, sender = 0) => gate.pass(sender, () => clean(html)),
    close: async () => {
      await gate.idle()
      await worker.close()
    }
  }
}

/** What costs too much is the value's doing; what else goes wrong is ours. */
function explain (error: unknown): Error {
  if (!(error instanceof WorkerEnded)) {
    return new Error(`Rich text could not be cleaned: ${(error as Error).message}`, { cause: error })
  }
  return error.reason === 'exit'
    ? new Error('The worker that cleans rich text died', { cause: error })
    : new RichTextRefused(expectedRichText.simplicity)
}
