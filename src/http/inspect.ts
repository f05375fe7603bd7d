import { isHash } from './hashes.js'

/** Maximum number of characters that a 422 shows. */
const LONGEST = 1000

/** Control characters with a name in Ruby's strings. Others are printed by code point. */
const NAMED_ESCAPES = new Map([
  ['"', '\\"'], ['\\', '\\\\'], ['\n', '\\n'], ['\t', '\\t'], ['\r', '\\r'],
  ['\u001B', '\\e'], ['\u0007', '\\a'], ['\b', '\\b'], ['\v', '\\v'], ['\f', '\\f']
])

/** Ruby prints floats from here on with an exponent. */
const FIRST_EXPONENT = 1e16

/** Prints a parsed JSON value as Ruby's `inspect` does, for the texts of 422s. A long one ends with `…`. */
export function inspect (value: unknown): string {
  let text = ''
  for (const piece of print(value)) {
    text += piece
    // A character has at most two UTF-16 units.
    if (text.length > 2 * LONGEST) break
  }
  if (text.length <= LONGEST) return text
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2))
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text
}

function * print (value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '['
    for (const [index, element] of value.entries()) {
      if (index > 0) yield ', '
      yield * print(element)
    }
    yield ']'
  } else if (isHash(value)) {
    yield '{'
    let separator = ''
    for (const key in value) {
      yield `${separator}${inspectString(key)}=>`
      yield * print(value[key])
      separator = ', '
    }
    yield '}'
  } else yield inspectScalar(value)
}

function inspectScalar (value: unknown): string {
  if (value === null || value === undefined) return 'nil'
  if (typeof value === 'string') return inspectString(value)
  if (typeof value === 'number') return inspectNumber(value)
  return String(value)
}

/** Most texts need no escapes. */
const PLAIN = /^[\w .,:;/+=@%&()-]*$/

function inspectString (whole: string): string {
  // The rest would be cut off anyway.
  const text = whole.slice(0, 2 * LONGEST + 2)
  if (PLAIN.test(text)) return `"${text}"`
  const escaped = text
    .replace(/["\\\p{Cc}\p{Cs}\u2028\u2029]/gu, (character) => NAMED_ESCAPES.get(character) ?? escapeByCode(character))
    .replace(/#(?=[{$@])/g, '\\#')
  return `"${escaped}"`
}

function escapeByCode (character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Prints a number. An integer beyond a double is a bigint, and does not get here. */
function inspectNumber (value: number): string {
  if (Object.is(value, -0)) return '0'
  const magnitude = Math.abs(value)
  if (Number.isInteger(value) && magnitude < FIRST_EXPONENT) return String(value)
  if (magnitude === Infinity) return value > 0 ? 'Infinity' : '-Infinity'
  if (magnitude >= 1e-4 && magnitude < FIRST_EXPONENT) return String(value)
  const [digits, exponent] = value.toExponential().split('e') as [string, string]
  const mantissa = digits.includes('.') ? digits : `${digits}.0`
  return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`
}
