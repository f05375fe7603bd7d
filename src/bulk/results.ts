import { BodyTooLarge } from '../errors.js'
import type { AnswerOf, Take } from './placeholders.js'

/** The status and the body, as JSON, that a single request would get. */
export interface OperationResult {
  readonly status: number
  readonly text: string
}

interface Kept extends OperationResult {
  readonly isFailed: boolean
  /** Parsed for the first placeholder that refers to it. */
  parsed?: unknown
}

/** The results of the operations of a bulk, in their order. */
export class Results {
  readonly #kept: Kept[] = []
  #characters = 0
  /** The bytes that placeholders have filled in, up to and with each operation. */
  readonly #filled: number[] = []

  /** @param room the bytes that placeholders may fill in */
  constructor (private readonly room: number) {}

  get size (): number {
    return this.#kept.length
  }

  /** The length of all bodies. */
  get characters (): number {
    return this.#characters
  }

  add ({ status, text }: OperationResult): { readonly isFailed: boolean } {
    const kept: Kept = { status, text, isFailed: isFailed(status, text) }
    this.#kept.push(kept)
    this.#characters += text.length
    return kept
  }

  /** Counts what the placeholders of the next operation fill in. Throws BodyTooLarge. */
  takerOfNext (): Take {
    const next = this.size
    this.#filled[next] = this.#filled[next - 1] ?? 0
    return (bytes) => {
      this.#filled[next]! += bytes
      if (this.#filled[next]! > this.room) throw new BodyTooLarge()
    }
  }

  /** Drops all but the first results: a transaction may run again. */
  cutTo (size: number): void {
    for (const { text } of this.#kept.splice(size)) this.#characters -= text.length
  }

  from (index: number): OperationResult[] {
    return this.#kept.slice(index).map(({ status, text }) => ({ status, text }))
  }

  readonly answerOf: AnswerOf = (index) => {
    const kept = this.#kept[index]
    if (kept === undefined || kept.isFailed) return undefined
    kept.parsed ??= JSON.parse(kept.text)
    return kept.parsed
  }

  /** The answer to the bulk, as JSON: the bodies are copied. `committed` says whether the changes stay. */
  answer (committed: boolean): string {
    const failed = this.#kept.filter(({ isFailed }) => isFailed).length
    const parts = ['{"results":[']
    for (const [index, { status, text }] of this.#kept.entries()) {
      parts.push(index === 0 ? '' : ',', `{"status":${status},"body":`, text, '}')
    }
    parts.push(`],"failed":${failed},"committed":${committed}}`)
    // One copy of bodies that may be 32 MiB together: a template would make another when it is written.
    return parts.join('')
  }
}

/** A status of 400 or more, an `error`, or `errors` that are not empty. */
function isFailed (status: number, text: string): boolean {
  if (status >= 400) return true
  // Most answers say `ok`, or show an item, and need not be parsed.
  if (!text.includes('"error')) return false
  const { error, errors = [] } = JSON.parse(text) as { error?: unknown, errors?: object }
  return error !== undefined || Object.keys(errors).length > 0
}
