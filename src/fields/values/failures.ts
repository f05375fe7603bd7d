/** Failures per text. */
const FOLD = 1000

/**
 * Failures of sent values: the key as sent, and the reason. They are kept as the text of the answer, as there may be a
 * hundred thousand.
 */
export class Failures {
  readonly #texts: string[] = []
  #latest: string[] = []

  get isEmpty (): boolean {
    return this.#latest.length === 0 && this.#texts.length === 0
  }

  add (key: string, text: string): void {
    this.#latest.push(`{${JSON.stringify(key)}:${JSON.stringify(text)}}`)
    if (this.#latest.length < FOLD) return
    this.#texts.push(this.#latest.join())
    this.#latest = []
  }

  toJson (): string {
    return `[${[...this.#texts, ...this.#latest].join()}]`
  }
}
