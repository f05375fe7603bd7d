import { execFile } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import type { Test } from 'tap'
import { cleanRichText } from '#src/fields/rich-text/clean.js'
import { createRichTextCleaner, RichTextRefused } from '#src/fields/rich-text/index.js'
import { payloads } from '../payloads.js'

const sentence = '<p class="a">Hello <strong>World</strong> of <em>text</em>, long enough to be a sentence.</p>\n'
const long = sentence.repeat(200_000 / sentence.length)
const timeoutMs = 60_000

function createCleaner (t: Test) {
  const cleaner = createRichTextCleaner({ timeoutMs })
  t.teardown(cleaner.close)
  return cleaner
}

/** For how long the main thread was busy in all, from the call that begins the work to its end. */
async function busyMs (work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).active
}

t.test('The payloads come back from the thread as they do without one', async (t) => {
  const cleaner = createCleaner(t)
  const cleaned = await Promise.all(payloads.map(({ html }) => cleaner.clean(html)))
  t.strictSame(cleaned, payloads.map(({ html }) => html.includes('<') ? cleanRichText(html) : html))
})

t.test('What is clean already comes back without a thread', async (t) => {
  const cleaner = createRichTextCleaner({ script: new URL('./no-such-worker.js', import.meta.url) })
  t.equal(await cleaner.clean('R&D'), 'R&D')
  t.equal(await cleaner.clean('<p>a</p>'), '<p>a</p>')
  await t.rejects(cleaner.clean('<p id=x>a</p>'), { message: 'The worker that cleans rich text died' })
  await cleaner.close()
})

t.test('A value of 200 kB costs the main thread less than 50 ms, dirty or clean', async (t) => {
  const cleaner = createCleaner(t)
  const cleaned = await cleaner.clean(long)
  t.equal(cleaned, long.replaceAll(' class="a"', ''))
  for (const html of [long, cleaned]) {
    // Another process may take the processor away meanwhile, but hardly five times in a row.
    const busy: number[] = []
    while (busy.length < 5 && !busy.some((ms) => ms < 50)) busy.push(await busyMs(() => cleaner.clean(html)))
    t.ok(busy.some((ms) => ms < 50), `busy for ${busy.join(', ')} ms`)
  }
})

t.test('A short value does not wait for a long one', async (t) => {
  const cleaner = createCleaner(t)
  await Promise.all([cleaner.clean('<p id=x>a</p>'), cleaner.clean(long)])
  const finished: string[] = []
  await Promise.all([
    cleaner.clean(long).then(() => finished.push('long')),
    cleaner.clean('<p id=x>b</p>').then(() => finished.push('short'))
  ])
  t.strictSame(finished, ['short', 'long'])
})

t.test('Whatever is nested 1 MiB deep is answered', async (t) => {
  const cleaner = createCleaner(t)
  for (
    const tag of ['<p>', '<ul><li>', '<div>', '<b>', '<svg>', '<table><tr><td>', '<select>', '<![CDATA[', '<a b="']
  ) {
    const answer = await cleaner.clean(tag.repeat(2 ** 20 / tag.length)).catch((error: unknown) => error)
    t.ok(typeof answer === 'string' || answer instanceof RichTextRefused, tag)
  }
})

t.test('Nothing is cleaned after closing, and closing twice is closing once', async (t) => {
  const cleaner = createRichTextCleaner({ timeoutMs })
  const begun = cleaner.clean('<p id=x>a</p>')
  await Promise.all([cleaner.close(), cleaner.close()])
  t.equal(await begun, '<p>a</p>')
  await t.rejects(cleaner.clean('a'), { message: 'The rich text cleaner is closed' })
})

t.test('The main thread never loads the DOM, and a thread without work does not keep the process alive', async (t) => {
  const program = fileURLToPath(new URL('./lone-process.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  t.strictSame(JSON.parse(stdout), { cleaned: '<p>a</p>', loadsDom: false })
})
