import { noParty } from './fair-queue.js'
import { createTurns } from './next-turn.js'

/** The longest time that a step may block the event loop. Writes wait for a turn of readers after each. */
const USUAL_MS = 10

/** One step in a turn of the event loop: however many transactions are open, others wait for one step. */
const nextStep = createTurns()

/**
 * Cuts long work into pieces: called between two steps, it gives others a turn of the event loop after this time. It is
 * for work in a transaction, which must not queue behind all readers. Everything else waits for `nextTurn`.
 */
export function createYielder (everyMs = USUAL_MS, wait = () => nextStep(noParty)): () => Promise<void> | void {
  let last = performance.now()
  return () => {
    if (performance.now() - last < everyMs) return
    return wait().then(() => { last = performance.now() })
  }
}
