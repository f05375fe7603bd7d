import { spawn } from 'node:child_process'
import { serve } from '#src/work/workers/serve.js'

/** Obeys the order, in a thread or in a child process. */
serve<unknown, string, unknown, string>((settings) => ({
  handle: async (order, { signal, onProgress }) => {
    onProgress(`begun ${order}`)
    if (order === 'hang') while (true);
    if (order === 'exit') process.exit(1)
    if (order === 'fail') throw Object.assign(new TypeError('a fault'), { code: 'E_FAULT' })
    if (order === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve))
    if (order === 'wait') return 'given up'
    // Each piece is small compared with the heap, and leaves the young generation soon. Otherwise the whole process
    // could die.
    if (order === 'hoard') for (const kept: unknown[] = []; ;) kept.push(new Array(50_000).fill(0))
    if (order === 'allocate') for (const kept: unknown[] = []; ;) kept.push(Buffer.alloc(1024 ** 2, 1))
    if (order === 'environment') return process.env
    if (order === 'settings') return settings
    if (order === 'pid') return process.pid
    if (order === 'grandchild') return spawn('sleep', ['1000'], { stdio: 'ignore' }).pid
    return order
  }
}))
