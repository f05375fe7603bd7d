import { threadId } from 'node:worker_threads'
import { serve } from '#src/work/workers/serve.js'

let handled = 0

/** A worker that obeys the value after its `<`: hangs, dies, hoards memory, counts, names its thread and the value. */
serve(() => ({
  handle: (html: string) => {
    handled++
    const value = html.slice(1)
    if (value === 'hang') while (true);
    if (value === 'exit') process.exit(1)
    if (value === 'throw') setImmediate(() => { throw new Error('thrown in the worker') })
    if (value === 'throw') return new Promise(() => {})
    // Each piece is small compared with the heap, and leaves the young generation soon. Otherwise the whole process
    // could die.
    if (value === 'hoard') for (const kept: unknown[] = []; ;) kept.push(new Array(50_000).fill(0))
    if (value.startsWith('count')) return { html: `${handled}` }
    if (value === 'fail') throw new Error('a fault')
    return { html: `${threadId} ${value}` }
  }
}))
