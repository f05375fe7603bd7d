import t from 'tap'
import { isCanonical } from '#src/fields/rich-text/canonical.js'
import { purify } from '#src/fields/rich-text/purify.js'
import { simplify } from '#src/fields/rich-text/simplify.js'
import { createRandomMarkup } from './random-markup.js'

const canonical = [
  '', 'plain', 'R&D > 1 "quoted"', ' \r\n\t', '&lt;script&gt;', '&bogus;', '\u00a0', '<p>Hello</p>', '<p></p>',
  '<p>a</p>\n<p>b</p>', 'a<em>b</em>c', ' \n<p>a</p>', '<p>R&amp;D &lt;1&gt; &nbsp;</p>',
  '<ul><li>a</li><li><ol><li>b</li></ol></li></ul>', '<h1><strong>a</strong></h1>', '<em><p>a</p></em>', '<li>a</li>',
  '<p><ins><em><strong>a</strong></em></ins></p>'
]

const notCanonical = [
  '<', '<p', '<p>', '</p>', '<p></p></p>', '<p>a</ins>', '<p>a<em>b</p></em>', '<P>a</P>', '<p >a</p>', '<p/>',
  '<p id="x">a</p>', '<b>a</b>', '<script></script>', '<!-- a -->', '<p>a</p>>', '<p>R&D</p>', '<p>&amp</p>',
  '<p>&quot;</p>', '<p>\u00a0</p>', '<p>\r</p>', '<p>\0</p>', '\f<p>a</p>', '<p><p>a</p></p>', '<p><ul></ul></p>',
  '<em><p><em>a</em></p></em>', '<ul><li><li>a</li></li></ul>', '<ul><li><em><li>a</li></em></li></ul>',
  '<h1><h2>a</h2></h1>', '<toString></toString>'
]

for (const html of canonical) {
  t.test(`Cleaning need not look at ${JSON.stringify(html)}, as it would change nothing`, async (t) => {
    t.equal(isCanonical(html), true)
    t.equal(purify(html), html)
    if (html.includes('<')) t.equal(simplify(html), html)
  })
}

for (const html of notCanonical) {
  t.test(`Cleaning has to look at ${JSON.stringify(html)}`, async (t) => t.equal(isCanonical(html), false))
}

t.test('Whatever is taken for clean, neither half of the cleaning changes', async (t) => {
  const random = createRandomMarkup(1)
  const taken = Array.from({ length: 3_000 }, () => random.tidy()).filter((html) =>
    html.includes('<') && isCanonical(html)
  )
  t.ok(taken.length > 500, `${taken.length} values with tags were taken for clean`)
  t.strictSame(taken.filter((html) => purify(html) !== html || simplify(html) !== html), [])
})

t.test('What nests deeper, or has more elements, than cleaning accepts is not taken for clean', async (t) => {
  const nested = (depth: number) => '<ul>'.repeat(depth) + '</ul>'.repeat(depth)
  t.equal(isCanonical(nested(100)), true)
  t.equal(isCanonical(nested(101)), false)
  t.equal(isCanonical('<p></p>'.repeat(50_000)), true)
  t.equal(isCanonical('<p></p>'.repeat(50_001)), false)
})
