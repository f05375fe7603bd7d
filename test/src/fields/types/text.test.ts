import t from 'tap'
import { textarea } from '#src/fields/types/textarea.js'
import { textbox } from '#src/fields/types/textbox.js'
import { check } from '../../../helper/fields/check.js'

for (const type of [textbox, textarea]) {
  t.test(`A ${type.name} accepts any string unchanged`, async (t) => {
    const values = ['', 'a', ' \r\n\t ', '<script>alert(1)</script>', 'é 😀 \u{10ffff}', '\x01\x7f\u2028', '__proto__',
      'a'.repeat(100_000)]
    for (const value of values) t.strictSame(await check(type, value), { value })
  })

  t.test(`A ${type.name} accepts only strings`, async (t) => {
    for (const value of [0, 1.5, true, [], ['a'], {}, { toString: () => 'a' }, Object('a'), undefined]) {
      t.strictSame(await check(type, value), { expected: 'Must be a String' })
    }
  })

  t.test(`A ${type.name} accepts no more than 100,000 characters`, async (t) => {
    const expected = 'Must be a String of at most 100000 characters'
    for (const character of ['a', '🎬']) t.strictSame(await check(type, character.repeat(100_001)), { expected })
  })

  t.test(`A ${type.name} refuses a string that a database would not store as it was sent`, async (t) => {
    for (const value of ['\0', 'a\0b']) {
      t.strictSame(await check(type, value), { expected: 'Must be a String without NUL characters' })
    }
    for (const value of ['\ud83d', '\ude00', 'a\ude00\ud83db']) {
      t.strictSame(await check(type, value), { expected: 'Must be a String of valid Unicode' })
    }
  })
}
