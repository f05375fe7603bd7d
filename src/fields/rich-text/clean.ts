import { simplify } from './simplify.js'

const MOST_ROUNDS = 8

/**
 * Cleans rich text, so that cleaning the result again changes nothing. Clean values, such as those read from here, are
 * returned at once: the DOM is loaded with the first value that is not clean.
 *
 * @throws RichTextRefused if the value would cost too much
 */
export async function cleanRichText (html: string): Promise<string> {
  const simple = settle(html, simplify)
  if (simple === html) return html
  const { purify } = await import('./purify.js')
  const purified = purify(simple)
  return purified === simple ? simple : settle(purified, (current) => purify(simplify(current)))
}

/**
 * Cleans until the value no longer changes.
 *
 * Removing a tag can nest elements that a parser would not nest, such as a paragraph in a paragraph, and the next
 * parser builds another tree of them. Two or three rounds settle this. If a value never settles, its markup is dropped
 * and the text stays.
 */
export function settle (html: string, clean: (html: string) => string): string {
  let current = html
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const next = clean(current)
    if (next === current) return next
    current = next
  }
  return current.replace(/<[^<>]*>/g, '').replaceAll('<', '&lt;')
}
