import { parentPort } from 'node:worker_threads'
import { cleanRichText } from './clean.js'
import { expectedRichText, RichTextRefused } from './refused.js'

/** What a cleaning worker says: once that it is ready, then one answer to each value, in order. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'cleaned', html: string }
  | { kind: 'refused', expected: string }
  | { kind: 'failed', reason: string }

/**
 * The worker's side: takes a value as a string, answers with a message. One at a time; the other side keeps the queue.
 */
function answer (html: string): WorkerMessage {
  try {
    return { kind: 'cleaned', html: cleanRichText(html) }
  } catch (error) {
    if (error instanceof RichTextRefused) return { kind: 'refused', expected: error.expected }
    // The call stack or the longest string was exceeded: that is the value's doing, and no fault in here.
    if (error instanceof RangeError) return { kind: 'refused', expected: expectedRichText.simplicity }
    return { kind: 'failed', reason: error instanceof Error ? error.stack ?? error.message : String(error) }
  }
}

parentPort?.on('message', (html: string) => parentPort?.postMessage(answer(html)))
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerMessage)
