/** Limits that no honest client meets. */
export interface JsonLimits {
  /** Objects, arrays, strings, numbers and literals. Keys do not count. */
  readonly values: number
  /** Maximum nesting. */
  readonly depth: number
}

/** Facts that `JSON.parse` does not give. */
export interface JsonScan {
  /** The places of integers that a double may not hold. */
  readonly longIntegers: ReadonlyArray<readonly [start: number, end: number]>
  /** Whether a string may have a lone surrogate, which no database stores. */
  readonly hasSurrogates: boolean
}

/** A JSON text exceeds its limits. */
export class JsonTooLarge extends Error {
  override name = 'JsonTooLarge'
}

/** The cost of a number grows with its digits. RFC 8259 allows such a limit. */
const LONGEST_NUMBER = 400
/** An integer with this many digits may exceed a double. */
const LONG_INTEGER_DIGITS = 16

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const [SCALAR, SPACE, TEXT, OPEN, CLOSE, COMMA, COLON] = [0, 1, 2, 3, 4, 5, 6]
/** The kind of each byte outside of strings. */
const KINDS = new Uint8Array(256)
for (
  const [characters, kind] of [[' \t\n\r', SPACE], ['"', TEXT], ['{[', OPEN], ['}]', CLOSE], [',', COMMA], [':', COLON]] as
    const
) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind
}

/**
 * Scans a JSON text before it is parsed: 1 MiB takes a millisecond and no memory. Throws JsonTooLarge, and SyntaxError
 * for a number that is too long. It leaves all other checks to the parser; before a colon it expects a string.
 */
export function scanJson (bytes: Uint8Array, limits: JsonLimits): JsonScan {
  const longIntegers: Array<[start: number, end: number]> = []
  let hasSurrogates = false
  let values = 0
  let depth = 0
  let last = SPACE
  for (let at = 0; at < bytes.length; at++) {
    const kind = KINDS[bytes[at]!]!
    if (kind === SPACE) continue
    if (kind === TEXT) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) {
        if (bytes[at] !== BACKSLASH) continue
        hasSurrogates ||= isSurrogateEscape(bytes, at)
        at++
      }
      values++
    } else if (kind === SCALAR) {
      const start = at
      while (at + 1 < bytes.length && KINDS[bytes[at + 1]!] === SCALAR) at++
      if (isLongInteger(bytes, start, at + 1)) longIntegers.push([start, at + 1])
      values++
    } else if (kind === OPEN) {
      if (++depth > limits.depth) throw new JsonTooLarge()
      values++
    } else if (kind === CLOSE) {
      depth--
    } else if (kind === COLON) {
      if (last !== TEXT) throw new SyntaxError('What stands before a colon is no text')
      // A key does not count.
      values--
    }
    if (values > limits.values) throw new JsonTooLarge()
    last = kind
  }
  return { longIntegers, hasSurrogates }
}

/** Throws SyntaxError for a number that is too long. */
function isLongInteger (bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > LONGEST_NUMBER) throw new SyntaxError('A number has too many characters')
  const first = bytes[start] === MINUS ? start + 1 : start
  if (end - first < LONG_INTEGER_DIGITS || bytes[first] === ZERO) return false
  for (let at = first; at < end; at++) if (bytes[at]! < ZERO || bytes[at]! > NINE) return false
  return true
}

/** Whether an escape from `\ud800` to `\udfff` begins here. */
function isSurrogateEscape (bytes: Uint8Array, at: number): boolean {
  const [u, d, eighth] = [bytes[at + 1], bytes[at + 2], bytes[at + 3]]
  return u === 0x75 && (d === 0x64 || d === 0x44) && eighth !== undefined && /[89a-f]/i.test(String.fromCharCode(eighth))
}
