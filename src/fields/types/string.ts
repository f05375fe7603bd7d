import { hasAtMost } from '../../http/rules.js'

/** Maximum number of characters of a value as sent. */
const LONGEST = 100_000
const loneSurrogate = /\p{Surrogate}/u

/** A string that both databases store as it was sent. */
export function checkString (value: unknown): { value: string } | { expected: string } {
  if (typeof value !== 'string') return { expected: 'Must be a String' }
  // PostgreSQL's text has no NUL, and UTF-8 has no form for half a surrogate pair.
  if (value.includes('\0')) return { expected: 'Must be a String without NUL characters' }
  if (loneSurrogate.test(value)) return { expected: 'Must be a String of valid Unicode' }
  if (!hasAtMost(value, LONGEST)) return { expected: `Must be a String of at most ${LONGEST} characters` }
  return { value }
}
