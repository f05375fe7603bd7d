import { randomBytes } from 'node:crypto'

/** A run of digits so long that the number may not fit into a double. It may also stand inside a string. */
const LONG_INTEGER = /\d{16}/
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs
const INTEGER = /^-?\d+$/

/** Marks, within one parse, what was an integer and not a string. It is random, so that no caller can write it. */
const mark = randomBytes(16).toString('hex')

/**
 * Parses a JSON body. Integers that a double cannot hold become bigints, so that answers can name them as they were sent.
 * `__proto__` is an ordinary key. Throws SyntaxError.
 */
export function parseBody (text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text)
  JSON.parse(text)
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${mark}${token}"` : token)
  return unmark(JSON.parse(marked))
}

/** Turns marked strings into bigints, in place. Bodies may be nested deeper than a call stack is. */
function unmark (parsed: unknown): unknown {
  const root = { parsed }
  const waiting: object[] = [root]
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) waiting.push(value)
      else if (typeof value === 'string' && value.startsWith(mark)) Object.defineProperty(holder, key, { value: BigInt(value.slice(mark.length)) })
    }
  }
  return root.parsed
}
