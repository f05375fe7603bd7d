import { parseBody } from './body.js'
import { inspectScalar } from './inspect-scalar.js'
import { JsonTokens } from './json-tokens.js'

/**
 * Stands for a list or an object that a parameter cannot be: it needs no more than to be printed, and is not read for
 * that.
 */
export class UnreadJson {
  constructor (readonly text: string, readonly start: number, readonly end: number) {}
}

/** Prints JSON text as `inspect` prints the value that it stands for. */
export class JsonPrinter {
  readonly #tokens: JsonTokens
  #isEnded = false
  /** Whether what comes next in a list or an object stands behind something. */
  #isBehind = false

  constructor ({ text, start, end }: UnreadJson) {
    this.#tokens = new JsonTokens(text, start, end)
  }

  get isDone (): boolean {
    return this.#isEnded
  }

  /** The text of some more tokens. */
  print (tokens: number): string {
    const printed: string[] = []
    for (let left = tokens; left > 0; left--) {
      this.#isEnded = !this.#tokens.next()
      if (this.#isEnded) break
      printed.push(this.#printToken())
    }
    return printed.join('')
  }

  #printToken (): string {
    const { kind, text, start, end } = this.#tokens
    const separator = this.#isBehind && kind !== 'end' ? ', ' : ''
    this.#isBehind = kind !== 'begin' && kind !== 'key'
    if (kind === 'begin' || kind === 'end') return separator + text[start]!
    const printed = inspectScalar(parseBody(text.slice(start, end)))
    return kind === 'key' ? `${separator}${printed}=>` : separator + printed
  }
}
