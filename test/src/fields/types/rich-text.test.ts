import t from 'tap'
import { createRichTextCleaner, RichTextRefused } from '#src/fields/rich-text/index.js'
import type { CheckTools } from '#src/fields/types/index.js'
import { richText } from '#src/fields/types/rich-text.js'
import { check } from '../../../helper/fields/check.js'

function failWith (error: Error): CheckTools {
  return { cleanRichText: async () => { throw error } }
}

t.test('Rich text is stored as the cleaner returns it', async (t) => {
  const cleaner = createRichTextCleaner({ timeoutMs: 60_000 })
  t.teardown(cleaner.close)
  const html = '<p onclick="alert(1)">a<script>alert(1)</script> <b>b</b></p>'
  t.strictSame(await check(richText, html, undefined, { cleanRichText: cleaner.clean }), { value: '<p>a b</p>' })
})

t.test('A value that the cleaner refuses is invalid, for the reason that the cleaner gives', async (t) => {
  const tools = failWith(new RichTextRefused('Must be simpler'))
  t.strictSame(await check(richText, '<b>', undefined, tools), { expected: 'Must be simpler' })
})

t.test('A fault in the cleaner does not make a value invalid', async (t) => {
  await t.rejects(check(richText, '<b>', undefined, failWith(new Error('a fault'))), { message: 'a fault' })
})

t.test('Rich text accepts and cleans only strings that can be stored', async (t) => {
  for (const value of [5, true, [], ['<p>a</p>'], {}]) {
    t.strictSame(await check(richText, value), { expected: 'Must be a String' })
  }
  t.strictSame(await check(richText, '<p>\0</p>'), { expected: 'Must be a String without NUL characters' })
  t.strictSame(await check(richText, '<p>\ud800</p>'), { expected: 'Must be a String of valid Unicode' })
})
