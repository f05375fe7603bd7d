import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import type { Test } from 'tap'
import { createRichTextCleaner, RichTextRefused, type RichTextCleanerOptions } from '#src/fields/rich-text/index.js'
import { eventually } from '#test/helper/receiver.js'
import { createTimers } from '#test/helper/timers.js'
import { party } from '#test/helper/parties.js'

/** Tests how the thread is controlled, with a script that does what the values say. */

const script = new URL('../../../helper/fields/stubborn-worker.js', import.meta.url)
const tooCostly = new RichTextRefused('Must be HTML simple enough to be cleaned in time')

function createCleaner (t: Test, options: RichTextCleanerOptions = {}) {
  const cleaner = createRichTextCleaner({ script, timeoutMs: 60_000, idleMs: 60_000, heapMb: 128, ...options })
  t.teardown(cleaner.close)
  return cleaner
}

/** The thread that answered. */
function thread (answer: string): string {
  return answer.split(' ')[0]!
}

t.test('Values are answered in order, by one thread', async (t) => {
  const cleaner = createCleaner(t)
  const answers = await Promise.all(['<a', '<b', '<c'].map((value) => cleaner.clean(value)))
  t.strictSame(answers.map((answer) => answer.split(' ')[1]), ['a', 'b', 'c'])
  t.equal(new Set(answers.map(thread)).size, 1)
})

t.test('A value that an account sends again and again is cleaned once', async (t) => {
  const cleaner = createCleaner(t)
  const clean = (value: string, account: number) => cleaner.clean(`<${value}`, { accountId: account, userId: 1 })
  t.strictSame(await Promise.all([clean('count', 1), clean('count', 1), clean('count', 1)]), ['1', '1', '1'])
  t.equal(await clean('count', 2), '2', 'another account learns nothing of it, by its time either')
  t.equal(await clean('counted', 2), '3')
})

t.test('A value that takes too long is refused, and the next is answered by another thread', async (t) => {
  const timers = createTimers()
  const cleaner = createCleaner(t, { timeoutMs: 2_000, timers })
  const before = await cleaner.clean('<a')
  const hanging = cleaner.clean('<hang')
  const next = cleaner.clean('<b')
  await eventually('the first has begun', () => timers.running() === 1)
  timers.pass(2_000)
  await t.rejects(hanging, tooCostly)
  t.not(thread(await next), thread(before))
})

t.test('A value that takes too much memory is refused, and the next is answered by another thread', async (t) => {
  const cleaner = createCleaner(t)
  const before = await cleaner.clean('<a')
  await t.rejects(cleaner.clean('<hoard'), tooCostly)
  t.not(thread(await cleaner.clean('<b')), thread(before))
})

for (const value of ['exit', 'throw']) {
  t.test(`A thread that dies (${value}) fails only the value that it was cleaning`, async (t) => {
    const cleaner = createCleaner(t)
    const [died, next] = await Promise.allSettled([cleaner.clean(`<${value}`), cleaner.clean('<a')])
    t.match(died, { status: 'rejected', reason: { message: 'The worker that cleans rich text died' } })
    t.match(next, { status: 'fulfilled', value: / a$/ })
  })
}

t.test('A fault in the cleaning is an error, not a refusal', async (t) => {
  await t.rejects(createCleaner(t).clean('<fail'), { name: 'Error', message: 'Rich text could not be cleaned: a fault' })
})

t.test('A thread that cannot start fails each value, and nothing waits for ever', async (t) => {
  const missing = new URL('./no-such-worker.js', import.meta.url)
  const cleaner = createRichTextCleaner({ script: missing })
  for (const result of await Promise.allSettled([cleaner.clean('<a'), cleaner.clean('<b')])) {
    t.match(result, { status: 'rejected', reason: { message: 'The worker that cleans rich text died' } })
  }
  await cleaner.close()
})

t.test('An idle thread is stopped, and another one starts with the next value', async (t) => {
  const cleaner = createCleaner(t, { idleMs: 1 })
  const first = thread(await cleaner.clean('<a'))
  let later = first
  while (later === first) {
    await setTimeout(10)
    later = thread(await cleaner.clean('<b'))
  }
  t.not(later, first)
})

t.test('Closing waits for the values that were sent before', async (t) => {
  const cleaner = createCleaner(t)
  const answers = [cleaner.clean('<a'), cleaner.clean('<b')]
  await cleaner.close()
  t.match(await Promise.all(answers), [/ a$/, / b$/])
})

t.test('Accounts take turns: one with many values delays only itself', async (t) => {
  const cleaner = createCleaner(t)
  const finished: string[] = []
  const send = (value: string, sender: number) => cleaner.clean(`<${value}`, party(sender)).then(() => finished.push(value))
  await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((value) => send(value, 1)), send('b1', 2), send('b2', 2),
    send('c1', 3)])
  t.strictSame(finished, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

t.test('A thousand values of one account may wait, and other accounts are not affected', async (t) => {
  const cleaner = createCleaner(t)
  const begun = Array.from({ length: 1001 }, (_, index) => cleaner.clean(`<${index}`, party(1)))
  await t.rejects(cleaner.clean('<too many', party(1)), { statusCode: 503, message: 'Service is overloaded' })
  t.match(await cleaner.clean('<b', party(2)), / b$/)
  await Promise.all(begun)
})
