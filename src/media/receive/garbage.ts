import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So much is received between two collections. */
const COLLECT_EVERY_BYTES = 4 * 1024 ** 2

type Collect = (options: { type: 'minor' }) => void

let collect: Collect | undefined
let uncollected = 0

/**
 * Counts bytes that have been received and dropped. Each read of a socket has 64 KiB of its own outside of the heap; the collector
 * sees only the little that it has to do with inside, and lets tens of MiB pile up. Collecting what is young every few MiB keeps them
 * few; files come in no slower by it.
 */
export function dropped (bytes: number): void {
  uncollected += bytes
  if (uncollected < COLLECT_EVERY_BYTES) return
  uncollected = 0
  collect ??= findCollector()
  collect({ type: 'minor' })
}

/** Node hides the collector from programs that were not started for it, but not from a context that is made after the flag is set. */
function findCollector (): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
