import t from 'tap'
import { cleanRichText } from '#src/fields/rich-text/clean.js'
import { RichTextRefused } from '#src/fields/rich-text/refused.js'
import { simplify } from '#src/fields/rich-text/simplify.js'
import { createRandom, stepsOf } from '#test/helper/random.js'
import { offencesInDocument, offencesInElement } from '../../../helper/fields/browser.js'
import { payloads } from '../../../helper/fields/payloads.js'

const surroundings = [
  '<p>', '<ul><li>', '<h1><em>', '<table><tr><td>', '<select>', '<svg>', '<svg><desc>', '<math><mtext>',
  '<math><annotation-xml encoding="text/html">', '<title>', '<textarea>', '<noscript>', '<style>', '<template>', '<!--',
  '<p title="'
]

/** Cleans as the service does: a value without markup is stored as it is, and a refused one is not stored. */
async function clean (html: string): Promise<string> {
  return html.includes('<') ? await cleanRichText(html).catch(nothingIfRefused) : html
}

function nothingIfRefused (error: unknown): string {
  if (error instanceof RichTextRefused) return ''
  throw error
}

t.test('There are at least sixty payloads, and no two are the same', async (t) => {
  t.ok(payloads.length >= 60)
  t.equal(new Set(payloads.map(({ html }) => html)).size, payloads.length)
})

t.test('The checks of these tests detect forbidden elements, attributes and comments, and a script that runs', async (t) => {
  t.strictSame([...new Set(offencesInElement('<p id=x>a<b>b</b><!-- c --></p>'))], ['attribute id', 'element B',
    'node #comment'])
  t.ok(offencesInDocument('<script>alert(1)</script>').includes('a script ran'))
})

for (const { name, html } of payloads) {
  t.test(`Cleaning removes: ${name}`, async (t) => {
    const cleaned = await clean(html)
    t.strictSame(offencesInElement(cleaned), [], `in an element: ${cleaned}`)
    t.strictSame(offencesInDocument(cleaned), [], `as a document: ${cleaned}`)
    t.equal(await clean(cleaned), cleaned, 'cleaning again changes nothing')
  })
}

t.test('A payload inside other markup is removed too, and cleaning again changes nothing', async (t) => {
  const random = createRandom(t)
  const survivors: Array<{ from: string, cleaned: string }> = []
  const all = surroundings.flatMap((surrounding) => payloads.map(({ html }) => surrounding + html))
  for (let left = stepsOf(50); left > 0 && all.length > 0; left--) {
    const [from] = all.splice(random.below(all.length), 1) as [string]
    const cleaned = await clean(from)
    const isHarmless = offencesInElement(cleaned).length === 0 && await clean(cleaned) === cleaned
    if (!isHarmless) survivors.push({ from, cleaned })
  }
  t.strictSame(survivors, [])
})

t.test('Simplifying alone removes every payload', async (t) => {
  const simplified = async (html: string) => simplify(html)
  for (const { name, html } of payloads) {
    t.strictSame(offencesInElement(await simplified(html).catch(nothingIfRefused)), [], name)
  }
})
