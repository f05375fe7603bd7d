import { setImmediate as turn } from 'node:timers/promises'
import { inspectScalar, inspectString } from './inspect-scalar.js'
import { JsonPrinter, UnreadJson } from './unread-json.js'

/** A list or hash that is being printed. */
interface Open {
  readonly value: object
  /** The keys of a hash; null for a list. */
  readonly keys: readonly string[] | null
  /** How many of its elements are printed. */
  printed: number
}

/** So many elements are printed in a turn of the event loop: a few milliseconds. */
const ELEMENTS_A_TURN = 10_000

/**
 * How Ruby's `inspect` prints a value that was parsed from JSON: the `<inspect>` of the 422 texts.
 * A list or hash may be nested as deep as the parser allowed: what is open is kept on a list, not on the call stack.
 * And it may have 350,000 elements: nothing is made for one but its text.
 */
export function inspect (value: unknown): string {
  const printer = printerOf(value)
  const texts: string[] = []
  while (!printer.isDone) texts.push(printer.print(ELEMENTS_A_TURN))
  return texts.join('')
}

/** The same for what a caller may have sent by the megabyte: others have their turns meanwhile. */
export function inspectInTurns (value: unknown): string | Promise<string> {
  const printer = printerOf(value)
  const first = printer.print(ELEMENTS_A_TURN)
  return printer.isDone ? first : finishPrinting(printer, [first])
}

/** Texts that are joined need a tenth of the memory of one that grows by each. */
async function finishPrinting (printer: Printer, texts: string[]): Promise<string> {
  while (!printer.isDone) {
    await turn()
    texts.push(printer.print(ELEMENTS_A_TURN))
  }
  return texts.join('')
}

/** Prints something in pieces. */
interface Printer {
  readonly isDone: boolean
  print: (elements: number) => string
}

function printerOf (value: unknown): Printer {
  return value instanceof UnreadJson ? new JsonPrinter(value) : new ValuePrinter(value)
}

class ValuePrinter implements Printer {
  readonly #open: Open[] = []
  /** What is printed before the elements. */
  #first: string

  constructor (value: unknown) {
    this.#first = begin(value, this.#open)
  }

  get isDone (): boolean {
    return this.#open.length === 0 && this.#first === ''
  }

  print (elements: number): string {
    const open = this.#open
    const printed = [this.#first]
    this.#first = ''
    for (let left = elements, last = open.at(-1); last !== undefined && left > 0; left--, last = open.at(-1)) {
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
      printed.push(begin(
        keys === null ? (value as unknown[])[count] : (value as Record<string, unknown>)[keys[count]!],
        open
      ))
    }
    return printed.join('')
  }
}

/** What is printed first of a value: all of it, or the bracket of a list or hash that is open then. */
function begin (value: unknown, open: Open[]): string {
  if (typeof value !== 'object' || value === null) return inspectScalar(value)
  const keys = Array.isArray(value) ? null : Object.keys(value)
  if ((keys ?? value as unknown[]).length === 0) return keys === null ? '[]' : '{}'
  open.push({ value, keys, printed: 0 })
  return keys === null ? '[' : '{'
}
