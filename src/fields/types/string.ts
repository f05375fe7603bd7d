import { hasAtMost } from '../../http/rules.js'

/** The most characters of a value, as it is sent. */
const LONGEST = 100_000
const loneSurrogate = /\p{Surrogate}/u

/** A string that both databases store as it was sent. */
export function checkString (value: unknown): { value: string } | { expected: string } {
  if (typeof value !== 'string') return { expected: 'Must be a String' }
  // PostgreSQL has no NUL in its text, and half a surrogate pair has no form in UTF-8.
  if (value.includes('\0')) return { expected: 'Must be a String without NUL characters' }
  if (loneSurrogate.test(value)) return { expected: 'Must be a String of valid Unicode' }
  if (!hasAtMost(value, LONGEST)) return { expected: `Must be a String of at most ${LONGEST} characters` }
  return { value }
}
