import { simplify } from './simplify.js'

const MOST_ROUNDS = 8

/**
 * Cleans rich text, so that cleaning the result again changes nothing. What is clean already, as it was mostly read
 * from here, comes back at once: the DOM is loaded with the first value that is not.
 *
 * @throws RichTextRefused where the value would cost too much
 */
export async function cleanRichText (html: string): Promise<string> {
  const simple = settle(html, simplify)
  if (simple === html) return html
  const { purify } = await import('./purify.js')
  const purified = purify(simple)
  return purified === simple ? simple : settle(purified, (current) => purify(simplify(current)))
}

/**
 * Cleans until the value comes back as it went in.
 *
 * Taking a tag away can put elements inside each other that a parser would not, such as a paragraph in a paragraph, and
 * the next parser builds another tree of them. Two or three rounds settle that. Should a value never settle, its markup
 * is given up and the text stays.
 */
export function settle (html: string, clean: (html: string) => string): string {
  let current = html
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const next = clean(current)
    if (next === current) return next
    current = next
  }
  return current.replace(/<[^>]*>/g, '').replaceAll('<', '&lt;')
}
