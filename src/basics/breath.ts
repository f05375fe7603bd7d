import { setImmediate as turn } from 'node:timers/promises'

/** Cuts long work into pieces: called between two steps, it gives others a turn of the event loop after so long. */
export function createBreath (everyMs: number): () => Promise<void> | void {
  let last = performance.now()
  return () => {
    if (performance.now() - last < everyMs) return
    return turn().then(() => { last = performance.now() })
  }
}
