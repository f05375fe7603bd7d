import { isCanonical } from './canonical.js'
import { purify } from './purify.js'
import { simplify } from './simplify.js'

const maximumRounds = 8

/**
 * Cleans rich text, so that cleaning the result again changes nothing.
 *
 * @throws RichTextRefused where the value would cost too much
 */
export function cleanRichText (html: string): string {
  return cleanUntilStable(html, (current) => purify(simplify(current)))
}

/**
 * Cleans until the value comes back as it went in.
 *
 * Taking a tag away can put elements inside each other that a parser would not, such as a paragraph in a paragraph, and
 * the next parser builds another tree of them. Two or three rounds settle that. Should a value never settle, its markup
 * is given up and the text stays.
 */
export function cleanUntilStable (html: string, cleanOnce: (html: string) => string): string {
  let current = html
  for (let round = 1; round <= maximumRounds; round++) {
    const next = cleanOnce(current)
    if (next === current || isCanonical(next)) return next
    current = next
  }
  return current.replace(/<[^>]*>/g, '').replaceAll('<', '&lt;')
}
