import { isEmoji, withoutUnseen, wordsOf } from './tokens.js'

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

/** A term as written: optional `-`, with or without quotes. */
const WRITTEN = /(-?)(?:"([^"]*)"|([^\s"]+))|"/g

/**
 * Parses `q`, or returns the rule that it breaks. Special are white space, `"`, a `-` before and a `*` after a term,
 * and nothing else. A term that is there twice counts once.
 */
export function parseWords (q: string): { readonly words: Words } | { readonly rule: string } {
  // Most characters are one UTF-16 unit, none is more than two.
  if (q.length > 2 * LONGEST || [...q].length > LONGEST) return { rule: wordRules.length }
  const wanted = new Map<string, Term>()
  const unwanted = new Map<string, Term>()
  for (const [written, minus, phrase, plain] of withoutUnseen(q).matchAll(WRITTEN)) {
    if (written === '"') return { rule: wordRules.quotes }
    const words = wordsOf(phrase ?? plain!)
    if (words.length === 0) continue
    // After several words, `*` is punctuation.
    const isPrefix = words.length === 1 && plain?.endsWith('*') === true
    if (isPrefix && (isEmoji(words[0]!) || [...words[0]!].length < SHORTEST_PREFIX)) return { rule: wordRules.prefix }
    const terms = minus === '-' ? unwanted : wanted
    terms.set(`${words.join(' ')}${isPrefix ? '*' : ''}`, { words, isPrefix })
  }
  const words = { wanted: [...wanted.values()], unwanted: [...unwanted.values()] }
  const all = [...words.wanted, ...words.unwanted]
  if (all.length > MOST_TERMS) return { rule: wordRules.terms }
  if (all.filter(({ isPrefix }) => isPrefix).length > MOST_PREFIXES) return { rule: wordRules.prefixes }
  return wanted.size === 0 ? { rule: wordRules.nothing } : { words }
}
