import t from 'tap'
import { cleanRichText, settle } from '#src/fields/rich-text/clean.js'
import { purify } from '#src/fields/rich-text/purify.js'
import { RichTextRefused } from '#src/fields/rich-text/refused.js'
import { stepsOf } from '#test/helper/random.js'
import { offencesInElement } from '../../../helper/fields/browser.js'
import { createRandomMarkup } from '../../../helper/fields/random-markup.js'

const cases: Array<{ promise: string, html: string, cleaned: string }> = [
  {
    promise: 'All tags of the contract stay',
    html:
      '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6><p><strong>a</strong><em>b</em><ins>c</ins></p><ul><li>d</ul><ol><li>e</ol>',
    cleaned:
      '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6><p><strong>a</strong><em>b</em><ins>c</ins></p><ul><li>d</li></ul><ol><li>e</li></ol>'
  },
  { promise: 'Attributes are removed', html: '<p class="a" onclick="b">x</p>', cleaned: '<p>x</p>' },
  {
    promise: 'Text of removed tags stays',
    html: '<div>a <b>b</b> <a href="x">c</a></div><custom-tag>d</custom-tag>',
    cleaned: 'a b cd'
  },
  {
    promise: 'Text of a table stays, including that of its head',
    html: '<table><thead><tr><th>a<tbody><tr><td><p>b</table>',
    cleaned: 'a<p>b</p>'
  },
  { promise: 'Text of a text area stays text', html: '<textarea><b>x</b></textarea>', cleaned: '&lt;b&gt;x&lt;/b&gt;' },
  { promise: 'Text of a frameset stays', html: '<frameset>a</frameset><p>b</p>', cleaned: 'a<p>b</p>' },
  {
    promise: 'Scripts and styles are removed with their content',
    html: 'a<script>b</script><style>c</style>d<i>',
    cleaned: 'ad'
  },
  {
    promise: 'Elements that no reader would see are removed with their content',
    html: '<title>a</title><template>b</template><noscript>c</noscript><iframe>d</iframe>e',
    cleaned: 'e'
  },
  {
    promise: 'SVG and MathML are removed with their content',
    html: '<svg><text>a</text></svg><math><mi>b</mi></math>c',
    cleaned: 'c'
  },
  {
    promise: 'Comments, processing instructions, CDATA sections and document types are removed',
    html: '<!-- a --><?b c?><![CDATA[d]]><!DOCTYPE e>f',
    cleaned: 'f'
  },
  {
    promise: 'Of a whole document only the body stays',
    html: '<!DOCTYPE html><html><head><title>a</title><style>b</style></head><body class=c><p>d</p></body></html>',
    cleaned: '<p>d</p>'
  },
  { promise: 'Tags become lower case', html: '<P><STRONG>a</STRONG></P>', cleaned: '<p><strong>a</strong></p>' },
  { promise: 'Open tags are closed', html: '<ul><li>a<li><em>b', cleaned: '<ul><li>a</li><li><em>b</em></li></ul>' },
  {
    promise: 'Characters that need it are escaped',
    html: '<p>R&D < > \u00a0</p>',
    cleaned: '<p>R&amp;D &lt; &gt; &nbsp;</p>'
  },
  { promise: 'Leading whitespace stays', html: ' \n\t<p id=x>a</p> ', cleaned: ' \n\t<p>a</p> ' },
  {
    promise: 'Paragraphs that would be nested in a paragraph become siblings',
    html: '<p>a<button><p>b</p></button></p>',
    cleaned: '<p>a</p><p>b</p><p></p>'
  },
  {
    promise: 'A carriage return becomes a line break, as in every parser',
    html: '<p id=x>a\r\nb&#13;c</p>',
    cleaned: '<p>a\nb\nc</p>'
  }
]

for (const { promise, html, cleaned } of cases) {
  t.test(promise, async (t) => {
    t.equal(await cleanRichText(html), cleaned)
    t.equal(await cleanRichText(cleaned), cleaned)
  })
}

t.test('Random markup loses everything that is not allowed, and cleaning again changes nothing', async (t) => {
  const random = createRandomMarkup(t)
  const wrong: Array<{ html: string, cleaned: string }> = []
  for (let count = 0; count < stepsOf(500); count++) {
    const html = random.messy()
    const cleaned = await cleanRichText(html)
    const isRight = await cleanRichText(cleaned) === cleaned && offencesInElement(cleaned).length === 0
    if (!isRight) wrong.push({ html, cleaned })
  }
  t.strictSame(wrong, [])
})

t.test('A value that cleaning does not change is not changed by DOMPurify either', async (t) => {
  const random = createRandomMarkup(t)
  let unchanged = 0
  for (let count = 0; count < stepsOf(800); count++) {
    const html = random.tidy()
    if (!html.includes('<') || await cleanRichText(html) !== html) continue
    unchanged++
    if (purify(html) !== html) t.fail(html)
  }
  t.ok(unchanged > 100, `${unchanged} values were clean`)
})

t.test('Markup that never becomes stable is removed, and its text stays', async (t) => {
  const settled = settle('x', (html) => `<p>&lt;<p>${html}</p></p>`)
  t.equal(settled, `${'&lt;'.repeat(8)}x`)
})

t.test('Thousands of unclosed paragraphs are cleaned', async (t) =>
  t.equal(await cleanRichText('<p>'.repeat(4_900) + 'x'), '<p></p>'.repeat(4_899) + '<p>x</p>'))

t.test('A cleaned value may be sent again: it has at most 5,000 tags, nested 100 deep', async (t) => {
  const nested = (depth: number) => '<ul id=x>'.repeat(depth) + 'x'
  t.equal(await cleanRichText(nested(100)), '<ul>'.repeat(100) + 'x' + '</ul>'.repeat(100))
  await t.rejects(cleanRichText(nested(101)), new RichTextRefused('Must not be nested deeper than 100'))
  const opened = Array.from({ length: 90 }, (_, index) => `<em id=${index}>`).join('')
  await t.rejects(
    cleanRichText(`<p>${opened}</p>${'<p>x</p>'.repeat(60)}`),
    new RichTextRefused('Must not have more than 5000 tags')
  )
})

t.test('Formatting tags that a browser would reopen in each paragraph do not fill the memory', async (t) => {
  const opened = Array.from({ length: 90 }, (_, index) => `<b id=${index}>`).join('')
  await t.rejects(
    cleanRichText(`<p>${opened}</p>${'<p>x</p>'.repeat(4_000)}`),
    new RichTextRefused('Must be HTML simple enough to be cleaned in time')
  )
})
