import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { createReceivingThread, StorageFailure } from '#src/media/receive/thread.js'

/** Replaces the script of the receiving thread: the URL says what it does. */
const SCRIPT = `
  import { appendFileSync } from 'node:fs'
  import { serve } from '${new URL('../../../../src/work/workers/serve.js', import.meta.url)}'
  appendFileSync(new URL('starts', import.meta.url), '.')
  const received = { partial: 'p', bytes: 5, total: 9, validator: null, contentType: null }
  serve(({ folder }) => ({
    handle: ({ kind, task, partial, key }, { signal, onProgress }) => {
      if (kind === 'place') throw Object.assign(new Error(partial + ' ' + key), { code: 'ENOSPC', stack: partial + ' ' + key })
      if (task.url === 'die') process.exit(3)
      if (task.url === 'throw') setImmediate(() => { throw new Error('thrown') })
      if (task.url === 'hang' || task.url === 'throw') {
        onProgress(received)
        return new Promise((resolve) => {
          const stop = () => resolve({ kind: 'stopped', received })
          if (signal.aborted) stop()
          signal.addEventListener('abort', stop)
        })
      }
      return { kind: 'refused', error: task.url + ' ' + folder }
    }
  }))`

async function startThread (t: Test, options: { idleMs?: number } = {}) {
  const path = join(t.testdir(), 'script.mjs')
  await writeFile(path, SCRIPT)
  const settings = {
    folder: 'f',
    storage: { MEDIA_DIR: 'd' },
    idleTimeoutMs: 1,
    addresses: { allow: [], allowLoopback: true },
    userAgent: 'x'
  }
  const thread = createReceivingThread({ settings, script: pathToFileURL(path), ...options })
  t.teardown(thread.close)
  const receive = (url: string, signal = new AbortController().signal, onProgress = () => {}) =>
    thread.receive({ fileId: 'a', url, received: null, limit: { bytes: 1, of: 'file' }, filename: 'film.mp4' }, { signal, onProgress })
  return { thread, receive, starts: async () => (await readFile(join(t.testdirName, 'starts'))).length }
}

t.test('Each caller gets the answer of the thread to its own order', async (t) => {
  const { receive } = await startThread(t)
  t.same(await Promise.all([receive('a'), receive('b')]), [{ kind: 'refused', error: 'a f' }, {
    kind: 'refused',
    error: 'b f'
  }])
})

t.test('An abort reaches the thread, before or after its work has begun', async (t) => {
  const { receive } = await startThread(t)
  const stopping = new AbortController()
  t.match(await receive('hang', stopping.signal, () => stopping.abort()), { kind: 'stopped', received: { bytes: 5 } })
  t.match(await receive('hang', AbortSignal.abort()), { kind: 'stopped' })
})

t.test('A failure of the disk is rejected as a StorageFailure with its code', async (t) => {
  const { thread } = await startThread(t)
  await t.rejects(thread.place('partial', 'key'), new StorageFailure('ENOSPC', 'partial key'))
})

t.test('When the thread dies, all waiting orders are rejected, and the next order starts another thread', async (t) => {
  const { receive } = await startThread(t)
  for (const end of ['die', 'throw']) {
    const waiting = [receive('hang'), receive(end)]
    for (const outcome of await Promise.allSettled(waiting)) {
      t.match(outcome, { status: 'rejected', reason: { name: 'StorageFailure' } })
    }
    t.match(await receive('a'), { kind: 'refused' })
  }
})

t.test('An idle thread ends, and the next order starts another one', async (t) => {
  const { receive, starts } = await startThread(t, { idleMs: 0 })
  do {
    t.match(await receive('a'), { kind: 'refused' })
  } while (await starts() < 2)
})

t.test('Closing rejects the orders that are running', async (t) => {
  const { thread, receive } = await startThread(t)
  const waiting = receive('hang')
  waiting.catch(() => {})
  await receive('a')
  await thread.close()
  await t.rejects(waiting, { name: 'StorageFailure' })
})
