import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { createFileThread, StorageFailure } from '#src/media/thread/thread.js'

/** Replaces the script of the thread: the URL says what it does. */
const SCRIPT = `
  import { appendFileSync } from 'node:fs'
  import { serve } from '${new URL('../../../../src/work/workers/serve.js', import.meta.url)}'
  appendFileSync(new URL('starts', import.meta.url), '.')
  const arrived = { partial: 'p', bytes: 5, total: 9, validator: null, contentType: null }
  serve(({ folder }) => ({
    handle: ({ name, given }, { signal, onProgress }) => {
      const [task, key] = given
      if (name === 'place') throw Object.assign(new Error(task + ' ' + key), { code: 'ENOSPC', stack: task + ' ' + key })
      if (task.url === 'die') process.exit(3)
      if (task.url === 'throw') setImmediate(() => { throw new Error('thrown') })
      if (task.url === 'hang' || task.url === 'throw') {
        onProgress(arrived)
        return new Promise((resolve) => {
          const stop = () => resolve({ kind: 'stopped', arrived })
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
  const thread = createFileThread({ settings, script: pathToFileURL(path), ...options })
  t.teardown(thread.close)
  const fetch = (url: string, signal = new AbortController().signal, onProgress = () => {}) =>
    thread.fetch({ fileId: 'a', url, arrived: null, limit: { bytes: 1, of: 'file' }, filename: 'film.mp4' }, { signal, onProgress })
  return { thread, fetch, starts: async () => (await readFile(join(t.testdirName, 'starts'))).length }
}

t.test('Each caller gets the answer of the thread to its own order', async (t) => {
  const { fetch } = await startThread(t)
  t.same(await Promise.all([fetch('a'), fetch('b')]), [{ kind: 'refused', error: 'a f' }, {
    kind: 'refused',
    error: 'b f'
  }])
})

t.test('An abort reaches the thread, before or after its work has begun', async (t) => {
  const { fetch } = await startThread(t)
  const stopping = new AbortController()
  t.match(await fetch('hang', stopping.signal, () => stopping.abort()), { kind: 'stopped', arrived: { bytes: 5 } })
  t.match(await fetch('hang', AbortSignal.abort()), { kind: 'stopped' })
})

t.test('A failure of the disk is rejected as a StorageFailure with its code', async (t) => {
  const { thread } = await startThread(t)
  await t.rejects(thread.place('partial', 'key'), new StorageFailure('ENOSPC', 'partial key'))
})

t.test('When the thread dies, all waiting orders are rejected, and the next order starts another thread', async (t) => {
  const { fetch } = await startThread(t)
  for (const end of ['die', 'throw']) {
    const waiting = [fetch('hang'), fetch(end)]
    for (const outcome of await Promise.allSettled(waiting)) {
      t.match(outcome, { status: 'rejected', reason: { name: 'StorageFailure' } })
    }
    t.match(await fetch('a'), { kind: 'refused' })
  }
})

t.test('An idle thread ends, and the next order starts another one', async (t) => {
  const { fetch, starts } = await startThread(t, { idleMs: 0 })
  do {
    t.match(await fetch('a'), { kind: 'refused' })
  } while (await starts() < 2)
})

t.test('Closing rejects the orders that are running', async (t) => {
  const { thread, fetch } = await startThread(t)
  const waiting = fetch('hang')
  waiting.catch(() => {})
  await fetch('a')
  await thread.close()
  await t.rejects(waiting, { name: 'StorageFailure' })
})
