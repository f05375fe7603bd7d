import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { cleanRichText } from '#src/fields/rich-text/clean.js'
import { createRichTextCleaner, RichTextRefused } from '#src/fields/rich-text/index.js'
import { payloads } from '../../../helper/fields/payloads.js'

const sentence = '<p class="a">Hello <strong>World</strong> of <em>text</em>, long enough to be a sentence.</p>\n'
const long = sentence.repeat(99_000 / sentence.length)
const timeoutMs = 60_000

/** One for most tests: its thread takes a second to load the DOM. */
const cleaner = createRichTextCleaner({ timeoutMs })
t.teardown(cleaner.close)

t.test('The thread cleans as a direct call does', async (t) => {
  const answerOf = (cleaning: Promise<string>) => cleaning.catch((error: RichTextRefused) => error.expected)
  for (const { name, html } of payloads.filter((_each, index) => index % 6 === 0)) {
    const expected = html.includes('<') ? await answerOf(cleanRichText(html)) : html
    t.equal(await answerOf(cleaner.clean(html)), expected, name)
  }
})

t.test('A value without markup needs no thread', async (t) => {
  const cleaner = createRichTextCleaner({ script: new URL('./no-such-worker.js', import.meta.url) })
  t.equal(await cleaner.clean('R&D'), 'R&D')
  await t.rejects(cleaner.clean('<p id=x>a</p>'), { message: 'The worker that cleans rich text died' })
  await cleaner.close()
})

t.test('A value of 100,000 characters is cleaned, and cleaning the result changes nothing', async (t) => {
  const cleaned = await cleaner.clean(long)
  t.equal(cleaned, long.replaceAll(' class="a"', ''))
  t.equal(await cleaner.clean(cleaned), cleaned)
})

t.test('Tags that are nested as deep as 100,000 characters allow are cleaned or refused', async (t) => {
  for (
    const tag of ['<p>', '<ul><li>', '<div>', '<b>', '<svg>', '<table><tr><td>', '<select>', '<![CDATA[', '<a b="']
  ) {
    const answer = await cleaner.clean(tag.repeat(100_000 / tag.length)).catch((error: unknown) => error)
    t.ok(typeof answer === 'string' || answer instanceof RichTextRefused, tag)
  }
})

t.test('The thread refuses a value with its reason', async (t) => {
  await t.rejects(cleaner.clean('<br>'.repeat(5_001)), new RichTextRefused('Must not have more than 5000 tags'))
  await t.rejects(cleaner.clean('<ul>'.repeat(101)), new RichTextRefused('Must not be nested deeper than 100'))
})

t.test('Nothing is cleaned after closing, and closing twice is harmless', async (t) => {
  const cleaner = createRichTextCleaner({ timeoutMs })
  const begun = cleaner.clean('<p id=x>a</p>')
  await Promise.all([cleaner.close(), cleaner.close()])
  t.equal(await begun, '<p>a</p>')
  await t.rejects(cleaner.clean('a'), { message: 'The rich text cleaner is closed' })
})

t.test('The main thread never loads the DOM, and an idle thread does not keep the process alive', async (t) => {
  const program = fileURLToPath(new URL('../../../helper/fields/lone-process.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  t.strictSame(JSON.parse(stdout), { cleaned: '<p>a</p>', loadsDom: false })
})
