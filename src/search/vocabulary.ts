import { createYielder } from '../work/turns/yielding.js'
import { GAP, piecesOf } from './tokens.js'

/** Separates words of different values: no phrase goes over it. */
export const MARK = '_'

/**
 * PostgreSQL's tsvector holds 1 MiB. Words beyond these bounds are not found, on either database. A description of
 * 100,000 characters is far below them.
 */
const LARGEST_VOCABULARY_BYTES = 500_000
const MOST_WORDS = 200_000
/** The size of a word besides its bytes. */
const WORD_OVERHEAD_BYTES = 4

/** Takes the words of an item up to the bounds of an index. */
export function createVocabulary () {
  const yieldNow = createYielder()
  const known = new Set<string>()
  let bytes = 0
  let count = 0

  function takeWord (word: string): boolean {
    if (word === GAP || known.has(word)) return true
    const more = Buffer.byteLength(word) + WORD_OVERHEAD_BYTES
    if (bytes + more > LARGEST_VOCABULARY_BYTES) return false
    known.add(word)
    bytes += more
    return true
  }

  return {
    /**
     * The words of texts, with spaces between them. A mark is between those of different texts, and in place of words
     * that are left out. One string, as an item may have 200,000 words.
     */
    async take (texts: readonly string[]): Promise<string> {
      const taken: string[] = []
      for (const text of texts) {
        if (text === '') continue
        const turn = yieldNow()
        if (turn !== undefined) await turn
        if (taken.length > 0) taken.push(MARK)
        for (const words of piecesOf(text)) {
          const turn = yieldNow()
          if (turn !== undefined) await turn
          const found = words.slice(0, MOST_WORDS - count)
          count += found.length
          if (found.length > 0) taken.push(found.map((word) => takeWord(word) ? word : MARK).join(' '))
          if (found.length < words.length) return taken.join(' ')
        }
      }
      return taken.join(' ')
    },
    /** Each word that was taken, once. */
    words: known as ReadonlySet<string>
  }
}
