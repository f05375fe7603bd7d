import { parentPort, threadId } from 'node:worker_threads'

/** A worker that does what the value says: hangs, dies, hoards memory, or names its thread and the value. */
parentPort?.on('message', (value: string) => {
  if (value === 'hang') while (true);
  if (value === 'exit') process.exit(1)
  if (value === 'throw') throw new Error('thrown in the worker')
  if (value === 'hoard') for (const kept: unknown[] = []; ;) kept.push(Array.from({ length: 1000 }, () => ({})))
  if (value === 'fail') parentPort?.postMessage({ kind: 'failed', reason: 'a fault' })
  else parentPort?.postMessage({ kind: 'cleaned', html: `${threadId} ${value}` })
})
parentPort?.postMessage({ kind: 'ready' })
