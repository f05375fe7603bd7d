import { threadId } from 'node:worker_threads'
import { serve } from '#src/work/workers/serve.js'

/** A worker that does what the value says behind its `<`: hangs, dies, hoards memory, or names its thread and it. */
serve(() => ({
  handle: (html: string) => {
    const value = html.slice(1)
    if (value === 'hang') while (true);
    if (value === 'exit') process.exit(1)
    if (value === 'throw') setImmediate(() => { throw new Error('thrown in the worker') })
    if (value === 'throw') return new Promise(() => {})
    if (value === 'hoard') for (const kept: unknown[] = []; ;) kept.push(Array.from({ length: 1000 }, () => ({})))
    if (value === 'fail') throw new Error('a fault')
    return { html: `${threadId} ${value}` }
  }
}))
