import t from 'tap'
import { requireModest, RichTextRefused } from '#src/fields/rich-text/refused.js'

const tooMany = new RichTextRefused('Must not have more than 5000 tags')
const tooDeep = new RichTextRefused('Must not be nested deeper than 100')

t.test('5,000 tags are taken and one more is refused; ends of tags, comments and text are none', async (t) => {
  for (const tag of ['<br>', '<p>x</p>', '<P CLASS="a">x</P>', '<o:p></o:p>', '<custom-tag></custom-tag>', '<b\n></b\n>']) {
    requireModest(tag.repeat(5_000))
    t.throws(() => requireModest(tag.repeat(5_001)), tooMany, tag)
  }
  requireModest('</p>'.repeat(20_000))
  requireModest('<!-- <p> -->'.repeat(6_000))
  requireModest('1 < 2 <3 <'.repeat(6_000))
  requireModest(`<!-- ${'<p>'.repeat(6_000)}`)
})

t.test('Tags are nested 100 deep as they are written, and no deeper', async (t) => {
  for (const tag of ['p', 'DIV', 'ul', 'em', 'o:p']) {
    requireModest(`<${tag}>`.repeat(100) + 'x')
    requireModest((`<${tag}>`.repeat(100) + 'x' + `</${tag}>`.repeat(100)).repeat(10))
    t.throws(() => requireModest(`<${tag}>`.repeat(101) + 'x' + `</${tag}>`.repeat(101)), tooDeep, tag)
  }
  requireModest('<ul>'.repeat(100) + '<br><IMG src=x><hr/>'.repeat(100))
  requireModest('<p>x</p>'.repeat(1_000))
  requireModest('</p>'.repeat(50) + '<p>'.repeat(100))
})
