import { wordsOf } from './tokens.js'

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
const SHORTEST_PREFIX = 2

export const wordRules = {
  length: `Must have at most ${LONGEST} characters`,
  terms: `Must have at most ${MOST_TERMS} terms`,
  quotes: 'Must close its quotes',
  prefix: 'Must have two letters before *',
  nothing: 'Must hold a word to find'
}

/** A term as written: optional `-`, with or without quotes. */
const WRITTEN = /(-?)(?:"([^"]*)"|([^\s"]+))|"/g

/**
 * Parses `q`, or returns the rule that it breaks. Special are white space, `"`, a `-` before and a `*` after a term,
 * and nothing else.
 */
export function parseWords (q: string): { readonly words: Words } | { readonly rule: string } {
  // Most characters are one UTF-16 unit, none is more than two.
  if (q.length > 2 * LONGEST || [...q].length > LONGEST) return { rule: wordRules.length }
  const wanted: Term[] = []
  const unwanted: Term[] = []
  for (const [written, minus, phrase, plain] of q.matchAll(WRITTEN)) {
    if (written === '"') return { rule: wordRules.quotes }
    const words = wordsOf(phrase ?? plain!)
    if (words.length === 0) continue
    // After several words, `*` is punctuation.
    const isPrefix = words.length === 1 && plain?.endsWith('*') === true
    if (isPrefix && [...words[0]!].length < SHORTEST_PREFIX) return { rule: wordRules.prefix }
    const list = minus === '-' ? unwanted : wanted
    list.push({ words, isPrefix })
  }
  if (wanted.length + unwanted.length > MOST_TERMS) return { rule: wordRules.terms }
  return wanted.length === 0 ? { rule: wordRules.nothing } : { words: { wanted, unwanted } }
}
