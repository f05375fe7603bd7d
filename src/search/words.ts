import { isEmoji, withoutUnseen, wordsOf } from './tokens.js'
import { writtenTerms } from './written.js'

/** A term of `q`: a word, a prefix, or a phrase. */
export interface Term {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

export interface Words {
  /** All of them must occur. */
  readonly wanted: readonly Term[]
  /** None of them may occur. */
  readonly unwanted: readonly Term[]
}

const LONGEST = 1000
const MOST_TERMS = 32
const MOST_PREFIXES = 8
const SHORTEST_PREFIX = 2

export const wordRules = {
  length: `Must have at most ${LONGEST} characters`,
  terms: `Must have at most ${MOST_TERMS} terms`,
  prefixes: `Must have at most ${MOST_PREFIXES} words with *`,
  quotes: 'Must close its quotes',
  prefix: 'Must have two letters before *',
  nothing: 'Must hold a word to find'
}

/**
 * Parses `q`, or returns the rule that it breaks. Special are white space, quotes, a `-` before and a `*` after a
 * term, and nothing else. A term that is there twice counts once.
 */
export function parseWords (q: string): { readonly words: Words } | { readonly rule: string } {
  // Most characters are one UTF-16 unit, none is more than two.
  if (q.length > 2 * LONGEST || [...q].length > LONGEST) return { rule: wordRules.length }
  const wanted = new Map<string, Term>()
  const unwanted = new Map<string, Term>()
  for (const { text, isExcluded, isPhrase, isOpen } of writtenTerms(withoutUnseen(q))) {
    if (isOpen) return { rule: wordRules.quotes }
    const words = wordsOf(text)
    if (words.length === 0) continue
    // After several words, `*` is punctuation.
    const isPrefix = words.length === 1 && !isPhrase && text.endsWith('*')
    if (isPrefix && (isEmoji(words[0]!) || [...words[0]!].length < SHORTEST_PREFIX)) return { rule: wordRules.prefix }
    const terms = isExcluded ? unwanted : wanted
    terms.set(`${words.join(' ')}${isPrefix ? '*' : ''}`, { words, isPrefix })
  }
  const words = { wanted: [...wanted.values()], unwanted: [...unwanted.values()] }
  const all = [...words.wanted, ...words.unwanted]
  if (all.length > MOST_TERMS) return { rule: wordRules.terms }
  if (all.filter(({ isPrefix }) => isPrefix).length > MOST_PREFIXES) return { rule: wordRules.prefixes }
  return wanted.size === 0 ? { rule: wordRules.nothing } : { words }
}
