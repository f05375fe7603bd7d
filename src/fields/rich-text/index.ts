import { createGate } from '../../work/turns/gate.js'
import { WorkerEnded } from '../../work/workers/station.js'
import { supervise } from '../../work/workers/supervisor.js'
import { thread } from '../../work/workers/thread.js'
import { refusals, requireModest, RichTextRefused } from './refused.js'
import type { CleaningResult } from './worker.js'

export { RichTextRefused } from './refused.js'

export interface RichTextCleanerOptions {
  /** The longest cleaning of a value, without its wait. Slower values are refused. */
  readonly timeoutMs?: number
  /** A thread without work is stopped after this time, which gives its memory back. */
  readonly idleMs?: number
  /** The heap of the thread. */
  readonly heapMb?: number
  /** The script of the thread: takes strings, answers with a `CleaningResult`. */
  readonly script?: URL
}

/** Maximum of waiting values of a user. */
const MOST_WAITING = 1000

export type RichTextCleaner = ReturnType<typeof createRichTextCleaner>

/**
 * Cleans rich text in a thread, as the largest value takes a third of a second there: one after the other, of each
 * sender in turn, so that nobody waits for more than one value of another. The thread is started with the first value
 * that has markup, so that a service without rich text pays neither its start nor its memory.
 */
export function createRichTextCleaner ({
  timeoutMs = 10_000,
  idleMs = 60_000,
  heapMb = 256,
  script = new URL('./worker.js', import.meta.url)
}: RichTextCleanerOptions = {}) {
  const gate = createGate({ atOnce: 1, mostOfOne: MOST_WAITING })
  const worker = supervise<string, CleaningResult>({ start: thread(script, { heapMb }), timeoutMs, idleMs })
  let closing: Promise<void> | null = null

  /**
   * The value with the tags of section 2.6 of the contract and nothing else. Cleaning the result again changes nothing.
   *
   * @throws RichTextRefused where cleaning would cost too much; its `expected` is for whoever sent the value.
   * Overloaded where too many values of the sender wait
   */
  async function clean (html: string, sender = 0): Promise<string> {
    if (closing !== null) throw new Error('The rich text cleaner is closed')
    if (!html.includes('<')) return html
    requireModest(html)
    return await gate.pass(sender, () => cleanInThread(html))
  }

  async function cleanInThread (html: string): Promise<string> {
    const result = await worker.ask(html).catch((error: unknown) => { throw explain(error) })
    if ('refused' in result) throw new RichTextRefused(result.refused)
    return result.html
  }

  async function finish (): Promise<void> {
    await gate.idle()
    await worker.close()
  }

  /** Finishes what was begun and stops the thread; nothing can be cleaned after it. */
  function close (): Promise<void> {
    closing ??= finish()
    return closing
  }

  return { clean, close }
}

/** A limit is exceeded by the value's fault. Any other failure is ours. */
function explain (error: unknown): Error {
  if (!(error instanceof WorkerEnded)) {
    return new Error(`Rich text could not be cleaned: ${(error as Error).message}`, { cause: error })
  }
  return error.reason === 'exit'
    ? new Error('The worker that cleans rich text died', { cause: error })
    : new RichTextRefused(refusals.cost)
}
