import t from 'tap'
import { readTags, writeTags } from '#src/transfer/columns.js'

t.test('Tags are read from a cell as they were written', async (t) => {
  for (const tags of [[], [''], ['a'], ['a', 'b|c', 'd\\', '|', ''], ['é\u{1f3ac}']]) {
    t.strictSame(readTags(writeTags(tags)), tags)
  }
})

t.test('Of a cell that is too large for an import, only enough is read to detect that', async (t) => {
  const large = 8 * 1024 ** 2
  t.equal(readTags('|'.repeat(large)).length, 1001)
  t.equal(readTags('x'.repeat(large))[0]!.length, 2001)
  t.equal(readTags('a|'.repeat(999) + 'a').length, 1000)
})
