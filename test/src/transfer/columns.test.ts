import t from 'tap'
import { readTags, writeTags } from '#src/transfer/columns.js'

t.test('Tags come back from a cell as they were', async (t) => {
  for (const tags of [[], [''], ['a'], ['a', 'b|c', 'd\\', '|', ''], ['é\u{1f3ac}']]) {
    t.strictSame(readTags(writeTags(tags)), tags)
  }
})

t.test('Of a cell with more than an import takes only as much is read as shows it', async (t) => {
  const large = 8 * 1024 ** 2
  t.equal(readTags('|'.repeat(large)).length, 1001)
  t.equal(readTags('x'.repeat(large))[0]!.length, 2001)
  t.equal(readTags('a|'.repeat(999) + 'a').length, 1000)
})
