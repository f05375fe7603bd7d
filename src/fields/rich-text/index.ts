import { createProcessorTimers } from '../../basics/processor-timers.js'
import type { Timers } from '../../basics/timers.js'
import { noParty, type Party } from '../../work/turns/fair-queue.js'
import { createGate } from '../../work/turns/gate.js'
import { WorkerEnded } from '../../work/workers/station.js'
import { supervise } from '../../work/workers/supervisor.js'
import { thread } from '../../work/workers/thread.js'
import { refusals, RichTextRefused } from './refused.js'
import type { CleaningResult } from './worker.js'

export { RichTextRefused } from './refused.js'

export interface RichTextCleanerOptions {
  /** The longest cleaning of a value, in processor time and without its wait. Slower values are refused. */
  readonly timeoutMs?: number
  /** An idle thread ends after this time, and frees its memory. */
  readonly idleMs?: number
  /** The heap of the thread. */
  readonly heapMb?: number
  /** The script of the thread: takes strings, answers with a `CleaningResult`. */
  readonly script?: URL
  /** They limit the time of a value. */
  readonly timers?: Timers
}

/** Maximum number of waiting values of a user. */
const MOST_WAITING = 1000

export type RichTextCleaner = ReturnType<typeof createRichTextCleaner>

/**
 * Cleans rich text in a thread, as the largest value takes a third of a second. Values are cleaned one after the other,
 * and the accounts take turns, so that nobody waits for more than one value of another sender. The thread starts with
 * the first value that has markup: without rich text the service pays neither its start nor its memory.
 */
export function createRichTextCleaner ({
  timeoutMs = 10_000,
  idleMs = 60_000,
  heapMb = 256,
  script = new URL('./worker.js', import.meta.url),
  timers = createProcessorTimers()
}: RichTextCleanerOptions = {}) {
  const gate = createGate({ atOnce: 1, mostOfOne: MOST_WAITING })
  const worker = supervise<string, CleaningResult>({ start: thread(script, { heapMb }), timeoutMs, idleMs, timers })
  let closing: Promise<void> | null = null
  /** The last value that was cleaned: whoever sets the same text on a thousand items waits for one cleaning. */
  let last: { readonly accountId: number, readonly html: string, readonly cleaned: string } | null = null

  /**
   * Returns the value with only the tags of section 2.6 of the contract. Cleaning the result again changes nothing.
   *
   * @throws RichTextRefused if cleaning would cost too much; its `expected` is for the sender. Overloaded if too many
   * values of the sender wait
   */
  async function clean (html: string, sender: Party = noParty): Promise<string> {
    if (closing !== null) throw new Error('The rich text cleaner is closed')
    if (!html.includes('<')) return html
    return await gate.pass(sender, () => cleanInThread(html, sender))
  }

  async function cleanInThread (html: string, { accountId }: Party): Promise<string> {
    if (last?.accountId === accountId && last.html === html) return last.cleaned
    const result = await worker.ask(html).catch((error: unknown) => { throw explain(error) })
    if ('refused' in result) throw new RichTextRefused(result.refused)
    last = { accountId, html, cleaned: result.html }
    return result.html
  }

  async function finish (): Promise<void> {
    await gate.idle()
    await worker.close()
  }

  /** Finishes running work and stops the thread; nothing can be cleaned afterwards. */
  function close (): Promise<void> {
    closing ??= finish()
    return closing
  }

  return { clean, close }
}

/** Limits that the value itself exceeds. Any other failure is an internal one. */
function explain (error: unknown): Error {
  if (!(error instanceof WorkerEnded)) {
    return new Error(`Rich text could not be cleaned: ${(error as Error).message}`, { cause: error })
  }
  return error.reason === 'exit'
    ? new Error('The worker that cleans rich text died', { cause: error })
    : new RichTextRefused(refusals.cost)
}
