/** The characters that Ruby names in a string literal. All other control characters are printed by code point. */
const NAMED_ESCAPES = new Map([
  ['"', '\\"'], ['\\', '\\\\'], ['\n', '\\n'], ['\t', '\\t'], ['\r', '\\r'],
  ['\u001B', '\\e'], ['\u0007', '\\a'], ['\b', '\\b'], ['\v', '\\v'], ['\f', '\\f']
])

/** From here on Ruby prints a float with an exponent. */
const FIRST_EXPONENT = 1e16

/** A list or hash that is being printed. */
interface Open {
  readonly value: object
  /** The keys of a hash; null for a list. */
  readonly keys: readonly string[] | null
  /** How many of its elements are printed. */
  printed: number
}

/**
 * How Ruby's `inspect` prints a value that was parsed from JSON: the `<inspect>` of the 422 texts.
 * A list or hash may be nested as deep as the parser allowed: what is open is kept on a list, not on the call stack. And it may have
 * 350,000 elements: nothing is made for one but its text.
 */
export function inspect (value: unknown): string {
  const open: Open[] = []
  let text = begin(value, open)
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { value, keys, printed } = last
    const size = keys === null ? (value as unknown[]).length : keys.length
    if (printed === size) {
      text += keys === null ? ']' : '}'
      open.pop()
    } else {
      if (printed > 0) text += ', '
      if (keys !== null) text += `${inspectString(keys[printed]!)}=>`
      last.printed++
      text += begin(keys === null ? (value as unknown[])[printed] : (value as Record<string, unknown>)[keys[printed]!], open)
    }
  }
  return text
}

/** What is printed first of a value: all of it, or the bracket of a list or hash that is open then. */
function begin (value: unknown, open: Open[]): string {
  if (typeof value !== 'object' || value === null) return inspectScalar(value)
  const keys = Array.isArray(value) ? null : Object.keys(value)
  if ((keys ?? value as unknown[]).length === 0) return keys === null ? '[]' : '{}'
  open.push({ value, keys, printed: 0 })
  return keys === null ? '[' : '{'
}

function inspectScalar (value: unknown): string {
  if (value === null || value === undefined) return 'nil'
  if (typeof value === 'string') return inspectString(value)
  if (typeof value === 'number') return inspectNumber(value)
  return String(value)
}

/** What nearly every text is made of. */
const PLAIN = /^[\w .,:;/+=@%&()-]*$/

function inspectString (text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  const escaped = text
    .replace(/["\\\p{Cc}\p{Cs}\u2028\u2029]/gu, (character) => NAMED_ESCAPES.get(character) ?? escapeByCode(character))
    .replace(/#(?=[{$@])/g, '\\#')
  return `"${escaped}"`
}

function escapeByCode (character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** An integer that was written without fraction or exponent and is too large for a number arrives here as a bigint, and not in this function. */
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
