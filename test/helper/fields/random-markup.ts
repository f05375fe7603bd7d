import type { Test } from 'tap'
import { createRandom } from '../random.js'

const tags = ['p', 'strong', 'em', 'ins', 'ul', 'ol', 'li', 'h1', 'h2', 'h6']
const otherTags = [
  'svg', 'math', 'mi', 'mtext', 'mglyph', 'annotation-xml', 'foreignObject', 'desc', 'title', 'style', 'script',
  'noscript', 'template', 'table', 'tr', 'td', 'caption', 'thead', 'colgroup', 'select', 'option', 'textarea', 'iframe',
  'xmp', 'form', 'button', 'a', 'b', 'font', 'nobr', 'div', 'span', 'body', 'frameset', 'object', 'marquee', 'br',
  'img', 'input', 'pre'
]
const plainTexts = ['a', ' ', '\n', '\t', '&amp;', '&lt;', '&gt;', '&nbsp;', '"', '😀', '\u2028', '\x01', '\ufeff']
const oddTexts = ['\f', '\r', '\u00a0', '&', '&amp', '>', '<', '\0', '&#13;', '&#0;', '\ud800', '-->', ']]>', '</',
  '{{x}}']
const declarations = ['<!--', '<!-- x -->', '<![CDATA[', '<?x?>', '<!DOCTYPE html>']
const attributes = [' id=x', ' onclick="a>b"', ' title="</p><img src=x onerror=1>"', '/', ' encoding="text/html"']

/** Makes random markup, the same for the same seed. */
export function createRandomMarkup (t: Test) {
  const { below, one: pick } = createRandom(t)
  const random = () => below(1_000_000) / 1_000_000

  /** Elements that are closed in order, whether or not a parser would nest them. */
  function tidy (depth = 0): string {
    return Array.from({ length: Math.floor(random() * 4) }, () => {
      if (depth > 5 || random() < 0.4) return pick(plainTexts)
      const tag = pick(tags)
      return `<${tag}>${tidy(depth + 1)}</${tag}>`
    }).join('')
  }

  /** Tags, attributes, declarations and text in any order. */
  function messy (): string {
    return Array.from({ length: 1 + Math.floor(random() * 14) }, () => {
      const kind = random()
      const tag = random() < 0.6 ? pick(tags) : pick(otherTags)
      if (kind < 0.45) return `<${tag}${random() < 0.2 ? pick(attributes) : ''}>`
      if (kind < 0.75) return `</${tag}>`
      if (kind < 0.8) return pick(declarations)
      return pick(kind < 0.9 ? plainTexts : oddTexts)
    }).join('')
  }

  return { tidy, messy }
}
