import { setImmediate as turn } from 'node:timers/promises'

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

/** How far printing a value has come. */
interface Printing {
  readonly open: Open[]
  /** What is printed, a turn's elements in each. */
  readonly texts: string[]
}

/** So many elements are printed in a turn of the event loop: a few milliseconds. */
const ELEMENTS_A_TURN = 10_000

/**
 * How Ruby's `inspect` prints a value that was parsed from JSON: the `<inspect>` of the 422 texts.
 * A list or hash may be nested as deep as the parser allowed: what is open is kept on a list, not on the call stack. And it may have
 * 350,000 elements: nothing is made for one but its text.
 */
export function inspect (value: unknown): string {
  const printing = beginPrinting(value)
  while (!isPrinted(printing)) printSome(printing)
  return printing.texts.join('')
}

/** The same for what a caller may have sent by the megabyte: others have their turns meanwhile. */
export function inspectInTurns (value: unknown): string | Promise<string> {
  const printing = beginPrinting(value)
  if (!isPrinted(printing)) printSome(printing)
  return isPrinted(printing) ? printing.texts.join('') : finishPrinting(printing)
}

async function finishPrinting (printing: Printing): Promise<string> {
  while (!isPrinted(printing)) {
    await turn()
    printSome(printing)
  }
  return printing.texts.join('')
}

function beginPrinting (value: unknown): Printing {
  const open: Open[] = []
  return { texts: [begin(value, open)], open }
}

function isPrinted ({ open }: Printing): boolean {
  return open.length === 0
}

/** Texts that are joined need a tenth of the memory of one that grows by each. */
function printSome ({ open, texts }: Printing): void {
  const printed: string[] = []
  for (let left = ELEMENTS_A_TURN, last = open.at(-1); last !== undefined && left > 0; left--, last = open.at(-1)) {
    const { value, keys, printed: count } = last
    const size = keys === null ? (value as unknown[]).length : keys.length
    if (count === size) {
      printed.push(keys === null ? ']' : '}')
      open.pop()
      continue
    }
    if (count > 0) printed.push(', ')
    if (keys !== null) printed.push(inspectString(keys[count]!), '=>')
    last.printed++
    printed.push(begin(keys === null ? (value as unknown[])[count] : (value as Record<string, unknown>)[keys[count]!], open))
  }
  texts.push(printed.join(''))
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
