/** Limits of a value as sent. No editor writes more, and the cost of the DOM grows with the square of the depth. */
export const MOST_TAGS = 5_000
export const DEEPEST = 100

/** The texts for refused rich text. */
export const refusals = {
  tags: `Must not have more than ${MOST_TAGS} tags`,
  depth: `Must not be nested deeper than ${DEEPEST}`,
  cost: 'Must be HTML simple enough to be cleaned in time'
} as const

/** The value is refused; `expected` is for the sender. */
export class RichTextRefused extends Error {
  override name = 'RichTextRefused'

  constructor (readonly expected: string) {
    super(expected)
  }
}

/** A comment, or the beginning of a tag. Each character is read once, even in unclosed ones. */
const COMMENT_OR_TAG = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)/gi
/** They have no contents and no end tag. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source',
  'track', 'wbr'])

/**
 * Throws RichTextRefused for markup that no editor sends. It counts the written tags only; `simplify` counts those that
 * a parser adds.
 */
export function requireModest (html: string): void {
  let tags = 0
  let depth = 0
  for (const [, slash, name] of html.matchAll(COMMENT_OR_TAG)) {
    if (name === undefined) continue
    if (slash === '/') {
      if (depth > 0) depth--
      continue
    }
    if (++tags > MOST_TAGS) throw new RichTextRefused(refusals.tags)
    if (!VOID.has(name.toLowerCase()) && ++depth > DEEPEST) throw new RichTextRefused(refusals.depth)
  }
}
