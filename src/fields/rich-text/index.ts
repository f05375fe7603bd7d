import { isCanonical } from './canonical.js'
import { createCleaningWorker } from './cleaning-worker.js'

export { RichTextRefused } from './refused.js'

export interface RichTextCleanerOptions {
  /** How long one value may take; beyond it the value is refused. */
  timeoutMs?: number
  /** A thread without work is stopped after this time. */
  idleMs?: number
  /** What the heap of one thread may hold. */
  memoryMb?: number
  /** The script of the threads. */
  script?: URL
}

export interface RichTextCleaner {
  /**
   * The value with the tags of section 2.6 of the contract and nothing else. Cleaning the result again changes nothing.
   *
   * @throws RichTextRefused where cleaning would cost too much; its `expected` is for whoever sent the value.
   * Overloaded where too many values of the sender wait already: senders take turns
   */
  clean: (html: string, sender?: number) => Promise<string>
  /** Finishes what was begun and stops the threads; nothing can be cleaned after it. */
  close: () => Promise<void>
}

/** Values up to this length are not made to wait for longer ones. */
const shortLength = 16_384

/**
 * Cleans rich text away from the main thread, as a long value takes DOMPurify a good part of a second. What is clean
 * already is seen at a glance and costs no thread. There are two threads, for short values and for long ones; each is
 * started with the first value it gets, so that a service without rich text pays neither their start nor their memory.
 */
export function createRichTextCleaner ({
  timeoutMs = 5_000,
  idleMs = 60_000,
  memoryMb = 256,
  script = new URL('./worker.js', import.meta.url)
}: RichTextCleanerOptions = {}): RichTextCleaner {
  const forShort = createCleaningWorker({ script, timeoutMs, idleMs, memoryMb })
  const forLong = createCleaningWorker({ script, timeoutMs, idleMs, memoryMb })
  let closing: Promise<unknown> | null = null

  async function clean (html: string, sender?: number): Promise<string> {
    if (closing !== null) throw new Error('The rich text cleaner is closed')
    if (isCanonical(html)) return html
    return await (html.length <= shortLength ? forShort : forLong).clean(html, sender)
  }

  async function close (): Promise<void> {
    closing ??= Promise.all([forShort.close(), forLong.close()])
    await closing
  }

  return { clean, close }
}
