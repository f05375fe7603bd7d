/** What a JSON text is made of. A `key` is a string that names a value of an object; separators are passed over. */
export type TokenKind = 'begin' | 'end' | 'key' | 'string' | 'scalar'

const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const COMMA = 0x2c
const COLON = 0x3a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const FIRST_PRINTABLE = 0x20

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'separator'

/**
 * Reads a JSON text piece by piece, without making values of it: an object or a list needs a hundred times the memory
 * of the two characters that it may be written with. `next` goes on to the next piece, which `kind`, `start` and `end`
 * tell of. Nothing is called for what is inside of something, so that no depth is too deep. Throws SyntaxError for what
 * is no JSON.
 */
export class JsonTokens {
  readonly text: string
  kind: TokenKind = 'scalar'
  start = 0
  end: number
  readonly #limit: number
  /** The characters that are to close what is open. */
  readonly #open: number[] = []
  #expected: Expected = 'value'

  /** From one place of the text to another, where a value begins and ends. */
  constructor (text: string, start = 0, limit = text.length) {
    this.text = text
    this.end = start
    this.#limit = limit
  }

  /** How many objects and lists are open. */
  get depth (): number {
    return this.#open.length
  }

  /** Whether the last token stands in a list, or has begun one. */
  get isInList (): boolean {
    return this.#open.at(-1) === CLOSE_LIST
  }

  /** False at the end of the text. */
  next (): boolean {
    let character = this.#skipSpace()
    if (this.#expected === 'separator') {
      if (this.#open.length === 0) {
        if (this.end < this.#limit) throw unexpected()
        return false
      }
      if (character === this.#open.at(-1)) return this.#close()
      if (character !== COMMA) throw unexpected()
      this.end++
      this.#expected = this.isInList ? 'value' : 'key'
      character = this.#skipSpace()
    }
    this.start = this.end
    if (this.#expected === 'key' || this.#expected === 'key or end') return this.#readKey(character)
    if (this.#expected === 'value or end' && character === CLOSE_LIST) return this.#close()
    this.#readValue(character)
    return true
  }

  #readKey (character: number): true {
    if (this.#expected === 'key or end' && character === CLOSE_OBJECT) return this.#close()
    if (character !== QUOTE) throw unexpected()
    this.#passString()
    const { end } = this
    if (this.#skipSpace() !== COLON) throw unexpected()
    this.#expected = 'value'
    this.kind = 'key'
    // What is between the key and its value belongs to neither.
    this.#resume = this.end + 1
    this.end = end
    return true
  }

  /** Where the reading goes on, where that is not the end of the last token. */
  #resume = 0

  #readValue (character: number): void {
    if (character === OPEN_OBJECT || character === OPEN_LIST) {
      this.#open.push(character === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST)
      // There is no room to close them all.
      if (this.#open.length > this.#limit - this.end) throw unexpected()
      this.#expected = character === OPEN_OBJECT ? 'key or end' : 'value or end'
      this.kind = 'begin'
      this.end++
      return
    }
    if (character === QUOTE) this.#passString()
    else this.#passScalar()
    this.kind = character === QUOTE ? 'string' : 'scalar'
    this.#expected = 'separator'
  }

  #close (): true {
    this.#open.pop()
    this.start = this.end++
    this.kind = 'end'
    this.#expected = 'separator'
    return true
  }

  /** The character that comes next; NaN at the end. */
  #skipSpace (): number {
    if (this.#resume > this.end) this.end = this.#resume
    while (this.end < this.#limit) {
      const character = this.text.charCodeAt(this.end)
      if (character !== 0x20 && character !== 0x0a && character !== 0x0d && character !== 0x09) return character
      this.end++
    }
    return NaN
  }

  #passString (): void {
    for (let index = this.end + 1; index < this.#limit; index++) {
      const character = this.text.charCodeAt(index)
      if (character === QUOTE) {
        this.end = index + 1
        return
      }
      if (character < FIRST_PRINTABLE) throw unexpected()
      if (character !== BACKSLASH) continue
      ESCAPE.lastIndex = index
      if (!ESCAPE.test(this.text)) throw unexpected()
      index = ESCAPE.lastIndex - 1
    }
    throw unexpected()
  }

  #passScalar (): void {
    SCALAR.lastIndex = this.end
    if (!SCALAR.test(this.text) || SCALAR.lastIndex > this.#limit) throw unexpected()
    this.end = SCALAR.lastIndex
  }
}

function unexpected (): SyntaxError {
  return new SyntaxError('This is no JSON')
}
