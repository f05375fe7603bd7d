import t from 'tap'
import { cleanRichText } from '#src/fields/rich-text/clean.js'
import { RichTextRefused } from '#src/fields/rich-text/refused.js'

const tooMany = new RichTextRefused('Must not have more than 5000 tags')
const tooDeep = new RichTextRefused('Must not be nested deeper than 100')
const tooCostly = new RichTextRefused('Must be HTML simple enough to be cleaned in time')

t.test('5,000 tags are accepted and one more is refused', async (t) => {
  for (const tag of ['<br>', '<p>x</p>', '<P CLASS="a">x</P>', '<o:p></o:p>', '<custom-tag></custom-tag>', '<b\n></b\n>', '<li>x']) {
    await cleanRichText(tag.repeat(5_000))
    await t.rejects(cleanRichText(tag.repeat(5_001)), tooMany, tag)
  }
})

t.test('Text, comments, attributes and end tags, as a browser reads them, do not count as tags', async (t) => {
  for (
    const [sent, kept] of [
      ['a<b '.repeat(5_001), 'a'],
      ['1 < 2 <3 <'.repeat(6_000), '1 &lt; 2 &lt;3 &lt;'.repeat(6_000)],
      ['<!-- <p> -->'.repeat(6_000), ''],
      [`<!-- ${'<p>'.repeat(6_000)}`, ''],
      [`<em title="${'<p>'.repeat(6_000)}">x</em>`, '<em>x</em>'],
      [`<textarea>${'<i>'.repeat(6_000)}`, '&lt;i&gt;'.repeat(6_000)],
      [`<script>${'<p>'.repeat(6_000)}</script>x`, 'x'],
      [`<!--${'<p>'.repeat(6_000)}--!>x`, 'x'],
      ['</b>'.repeat(20_000), '']
    ] as const
  ) t.equal(await cleanRichText(sent), kept, sent.slice(0, 20))
})

t.test('Tags may be nested 100 deep, and no deeper', async (t) => {
  for (const tag of ['DIV', 'ul', 'em', 'o:p', 'b', 'table><tr><td'] as const) {
    const depth = tag.startsWith('table') ? 25 : 100
    await cleanRichText(`<${tag}>`.repeat(depth) + 'x')
    await cleanRichText((`<${tag}>`.repeat(depth) + 'x' + `</${tag}>`.repeat(depth)).repeat(10))
    await t.rejects(cleanRichText(`<${tag}>`.repeat(depth + 1) + 'x' + `</${tag}>`.repeat(depth + 1)), tooDeep, tag)
  }
  await cleanRichText('<ul>'.repeat(100) + '<br><IMG src=x><hr/>'.repeat(100))
  await t.rejects(cleanRichText(`<svg>${'<g>'.repeat(100)}`), tooDeep)
})

t.test('Tags without the end tags that HTML allows to omit count as siblings, not as nested', async (t) => {
  t.equal(await cleanRichText('<ul>' + '<li>x'.repeat(101)), `<ul>${'<li>x</li>'.repeat(101)}</ul>`)
  t.equal(await cleanRichText('<li>x'.repeat(101)), '<li>x</li>'.repeat(101))
  t.equal(await cleanRichText('<p>x'.repeat(101)), '<p>x</p>'.repeat(101))
  t.equal(await cleanRichText('<p>x<ul><li>y</ul>'.repeat(101)), '<p>x</p><ul><li>y</li></ul>'.repeat(101))
  for (const tags of ['<dt>x<dd>y', '<option>x', '<table><tr><td>x<td>y<tr><th>z</table>']) await cleanRichText(tags.repeat(101))
})

t.test('A short value that becomes large in a browser is refused', async (t) => {
  await t.rejects(cleanRichText('</p>'.repeat(20_000)), tooCostly)
})
