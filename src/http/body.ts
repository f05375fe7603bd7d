import { randomBytes } from 'node:crypto'

/** A run of digits so long that the number may not fit into a double. It may also stand inside a string. */
const LONG_INTEGER = /\d{16}/
/** An escape that may be half of a surrogate pair, which no database stores as it is. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/
/** Strings are matched to be passed over: what looks like a number in them is none. */
const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?:\.\d+)?(?:[eE][+-]?\d+)?/gs
const INTEGER = /^-?\d+$/
/** What a bigint costs grows with the square of its digits. RFC 8259 lets a parser have such a limit. */
export const MOST_DIGITS = 1000

/** Marks, within one parse, what was an integer and not a string. It is random, so that no caller can write it. */
const mark = randomBytes(16).toString('hex')

/**
 * Parses a JSON body. Integers that a double cannot hold become bigints, so that answers can name them as they were
 * sent; half a surrogate pair becomes U+FFFD, as it would in any text of UTF-8. `__proto__` is an ordinary key. Throws
 * SyntaxError, also for an integer of more than a thousand digits.
 */
export function parseBody (text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  if (!LONG_INTEGER.test(text)) return SURROGATE_ESCAPE.test(text) ? repair(parsed) : parsed
  const marked = text.replace(STRING_OR_LONG_NUMBER, (token) =>
    INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token)
  return repair(JSON.parse(marked))
}

/**
 * Makes bigints of marked strings and well-formed strings of all others, in place. Bodies may be nested deeper than a
 * call stack is.
 */
function repair (parsed: unknown): unknown {
  const root = { parsed }
  const waiting: object[] = [root]
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    if (Array.isArray(holder)) for (let index = 0; index < holder.length; index++) repairIn(holder, index, waiting)
    else for (const key of Object.keys(holder)) repairIn(holder as Record<string, unknown>, key, waiting)
  }
  return root.parsed
}

function repairIn<Key extends string | number> (holder: Record<Key, unknown>, key: Key, waiting: object[]): void {
  const value = holder[key]
  if (typeof value === 'object' && value !== null) waiting.push(value)
  else if (typeof value === 'string') {
    const repaired = repairString(value)
    if (repaired !== value) Object.defineProperty(holder, key, { value: repaired })
  }
}

function repairString (text: string): string | bigint {
  if (!text.startsWith(mark)) return text.toWellFormed()
  if (text.length > mark.length + MOST_DIGITS) throw new SyntaxError('The body has an integer of too many digits')
  return BigInt(text.slice(mark.length))
}
