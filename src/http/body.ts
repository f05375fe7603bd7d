import { randomBytes } from 'node:crypto'
import { scanJson, type JsonLimits, type JsonScan } from './json-scan.js'

/** The limits of a JSON body. */
export const REQUEST_LIMITS: JsonLimits = { values: 50_000, depth: 32 }

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** A text without its byte order mark, if it begins with one. */
export function withoutMark (bytes: Buffer): Buffer {
  const hasMark = BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length))
  return hasMark ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
}

/** Marks integers among the strings of one parse. It is random, so that no caller can write it. */
const mark = randomBytes(16).toString('hex')

/**
 * Parses JSON of callers. Integers beyond a double become bigints, so that answers can name them as sent. A lone
 * surrogate becomes U+FFFD. `__proto__` is an ordinary key. Throws SyntaxError, and JsonTooLarge before it parses.
 */
export function parseJson (bytes: Buffer, limits: JsonLimits): unknown {
  const { longIntegers, hasSurrogates } = scanJson(bytes, limits)
  if (longIntegers.length > 0) return repair(JSON.parse(markIntegers(bytes, longIntegers)))
  const parsed: unknown = JSON.parse(bytes.toString())
  return hasSurrogates ? repair(parsed) : parsed
}

function markIntegers (bytes: Buffer, integers: JsonScan['longIntegers']): string {
  // One character per byte: decoding the text between the integers takes five times as long.
  const text = bytes.toString('latin1')
  let marked = ''
  let done = 0
  for (const [start, end] of integers) {
    marked += `${text.slice(done, start)}"${mark}${text.slice(start, end)}"`
    done = end
  }
  return Buffer.from(marked + text.slice(done), 'latin1').toString()
}

function toInteger (digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : BigInt(digits)
}

/** Replaces marked strings by integers, and makes strings well-formed, in place. */
function repair (value: unknown): unknown {
  if (typeof value === 'string') {
    return value.startsWith(mark) ? toInteger(value.slice(mark.length)) : value.toWellFormed()
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) value[index] = repair(inner)
    return value
  }
  for (const [key, inner] of Object.entries(value)) {
    const repaired = repair(inner)
    // `__proto__` must stay an ordinary key.
    if (repaired !== inner) Object.defineProperty(value, key, { value: repaired })
  }
  return value
}
