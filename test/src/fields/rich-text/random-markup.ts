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

/** Makes markup by chance, the same for the same seed. */
export function createRandomMarkup (seed: number) {
  let state = seed

  // Mulberry32, which is small and even enough to choose from short lists.
  function random (): number {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function pick (list: string[]): string {
    return list[Math.floor(random() * list.length)]!
  }

  /** Elements that are all closed in order, whether or not a parser would put them inside each other. */
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
