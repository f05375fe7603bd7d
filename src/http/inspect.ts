/** The characters that Ruby names in a string literal. All other control characters are printed by code point. */
const NAMED_ESCAPES = new Map([
  ['"', '\\"'], ['\\', '\\\\'], ['\n', '\\n'], ['\t', '\\t'], ['\r', '\\r'],
  ['\u001B', '\\e'], ['\u0007', '\\a'], ['\b', '\\b'], ['\v', '\\v'], ['\f', '\\f']
])

/** From here on Ruby prints a float with an exponent. */
const FIRST_EXPONENT = 1e16

/**
 * How Ruby's `inspect` prints a value that was parsed from JSON: the `<inspect>` of the 422 texts.
 * A list or hash may be nested as deep as the parser allowed: what waits to be printed is kept on a list, not on the call stack.
 */
export function inspect (value: unknown): string {
  const printed: string[] = []
  const waiting: Array<{ text: string } | { value: unknown }> = [{ value }]
  while (waiting.length > 0) {
    const next = waiting.pop()!
    if ('text' in next) {
      printed.push(next.text)
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const part of partsOf(next.value).reverse()) waiting.push(part)
    } else {
      printed.push(inspectScalar(next.value))
    }
  }
  return printed.join('')
}

function partsOf (value: object) {
  const parts: Array<{ text: string } | { value: unknown }> = []
  if (Array.isArray(value)) {
    for (const element of value) parts.push({ text: parts.length === 0 ? '[' : ', ' }, { value: element })
    parts.push({ text: parts.length === 0 ? '[]' : ']' })
  } else {
    for (const [key, element] of Object.entries(value)) {
      parts.push({ text: `${parts.length === 0 ? '{' : ', '}${inspectString(key)}=>` }, { value: element })
    }
    parts.push({ text: parts.length === 0 ? '{}' : '}' })
  }
  return parts
}

function inspectScalar (value: unknown): string {
  if (value === null || value === undefined) return 'nil'
  if (typeof value === 'string') return inspectString(value)
  if (typeof value === 'number') return inspectNumber(value)
  return String(value)
}

function inspectString (text: string): string {
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
