/** The characters that Ruby names in a string literal. All other control characters are printed by code point. */
const NAMED_ESCAPES = new Map([
  ['"', '\\"'], ['\\', '\\\\'], ['\n', '\\n'], ['\t', '\\t'], ['\r', '\\r'],
  ['\u001B', '\\e'], ['\u0007', '\\a'], ['\b', '\\b'], ['\v', '\\v'], ['\f', '\\f']
])

/** From here on Ruby prints a float with an exponent. */
const FIRST_EXPONENT = 1e16

/** How a value is printed that is no list and no hash. */
export function inspectScalar (value: unknown): string {
  if (value === null || value === undefined) return 'nil'
  if (typeof value === 'string') return inspectString(value)
  if (typeof value === 'number') return inspectNumber(value)
  return String(value)
}

/** What nearly every text is made of. */
const PLAIN = /^[\w .,:;/+=@%&()-]*$/

export function inspectString (text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  const escaped = text
    .replace(/["\\\p{Cc}\p{Cs}\u2028\u2029]/gu, (character) => NAMED_ESCAPES.get(character) ?? escapeByCode(character))
    .replace(/#(?=[{$@])/g, '\\#')
  return `"${escaped}"`
}

function escapeByCode (character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * An integer that was written without fraction or exponent and is too large for a number arrives here as a bigint, and
 * not in this function.
 */
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
