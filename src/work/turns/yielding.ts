import { setImmediate as turn } from 'node:timers/promises'

/** The longest time that a step may block the event loop. */
const USUAL_MS = 5

/**
 * Cuts long work into pieces: called between two steps, it gives others a turn of the event loop after this time. It is
 * for work in a transaction, of which there is little at a time, and which must not queue behind all readers.
 * Everything else waits for `nextTurn`.
 */
export function createYielder (everyMs = USUAL_MS): () => Promise<void> | void {
  let last = performance.now()
  return () => {
    if (performance.now() - last < everyMs) return
    return turn().then(() => { last = performance.now() })
  }
}
