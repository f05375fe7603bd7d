import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import type { Test } from 'tap'
import { createCleaningWorker } from '#src/fields/rich-text/cleaning-worker.js'
import { RichTextRefused } from '#src/fields/rich-text/refused.js'

const script = new URL('./stubborn-worker.js', import.meta.url)
const tooCostly = new RichTextRefused('Must be HTML simple enough to be cleaned in time')

function createWorker (t: Test, { timeoutMs = 60_000, idleMs = 60_000 } = {}) {
  const worker = createCleaningWorker({ script, timeoutMs, idleMs, memoryMb: 128 })
  t.teardown(worker.close)
  return worker
}

/** Which thread answered. */
function thread (answer: string): string {
  return answer.split(' ')[0]!
}

t.test('Values are answered in their order, by one thread', async (t) => {
  const worker = createWorker(t)
  const answers = await Promise.all(['a', 'b', 'c'].map(worker.clean))
  t.strictSame(answers.map((answer) => answer.split(' ')[1]), ['a', 'b', 'c'])
  t.equal(new Set(answers.map(thread)).size, 1)
})

t.test('A value that takes too long is refused, and the next is answered by another thread', async (t) => {
  const worker = createWorker(t, { timeoutMs: 2_000 })
  const before = await worker.clean('a')
  const hanging = worker.clean('hang')
  const next = worker.clean('b')
  await t.rejects(hanging, tooCostly)
  t.not(thread(await next), thread(before))
})

t.test('A value that takes too much memory is refused, and the next is answered by another thread', async (t) => {
  const worker = createWorker(t)
  const before = await worker.clean('a')
  await t.rejects(worker.clean('hoard'), tooCostly)
  t.not(thread(await worker.clean('b')), thread(before))
})

for (const value of ['exit', 'throw']) {
  t.test(`A thread that dies (${value}) fails the value it had and no other`, async (t) => {
    const worker = createWorker(t)
    const [died, next] = await Promise.allSettled([worker.clean(value), worker.clean('a')])
    t.match(died, { status: 'rejected', reason: { message: 'The worker that cleans rich text died' } })
    t.match(next, { status: 'fulfilled', value: / a$/ })
  })
}

t.test('A fault in the cleaning is an error, not a refusal', async (t) => {
  await t.rejects(createWorker(t).clean('fail'), { name: 'Error', message: 'Rich text could not be cleaned: a fault' })
})

t.test('A thread that cannot start fails each value, and nothing waits for ever', async (t) => {
  const missing = new URL('./no-such-worker.js', import.meta.url)
  const worker = createCleaningWorker({ script: missing, timeoutMs: 60_000, idleMs: 60_000, memoryMb: 128 })
  for (const result of await Promise.allSettled([worker.clean('a'), worker.clean('b')])) {
    t.match(result, { status: 'rejected', reason: { message: 'The worker that cleans rich text died' } })
  }
  await worker.close()
})

t.test('A thread without work is stopped, and another starts with the next value', async (t) => {
  const worker = createWorker(t, { idleMs: 1 })
  const first = thread(await worker.clean('a'))
  let later = first
  while (later === first) {
    await setTimeout(10)
    later = thread(await worker.clean('b'))
  }
  t.not(later, first)
})

t.test('Closing finishes what was begun', async (t) => {
  const worker = createWorker(t)
  const answers = [worker.clean('a'), worker.clean('b')]
  await worker.close()
  t.match(await Promise.all(answers), [/ a$/, / b$/])
})

t.test('Senders take turns: who sends a lot waits for himself, and another is next', async (t) => {
  const worker = createWorker(t)
  const finished: string[] = []
  const send = (value: string, sender: number) => worker.clean(value, sender).then(() => finished.push(value))
  await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((value) => send(value, 1)), send('b1', 2), send('b2', 2),
    send('c1', 3)])
  t.strictSame(finished, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

t.test('Of one sender a thousand values may wait, and others are not concerned', async (t) => {
  const worker = createWorker(t)
  const begun = Array.from({ length: 1001 }, (_, index) => worker.clean(String(index), 1))
  await t.rejects(worker.clean('too many', 1), { statusCode: 503, message: 'Service is overloaded' })
  t.match(await worker.clean('b', 2), / b$/)
  await Promise.all(begun)
})
