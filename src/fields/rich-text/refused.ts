/** Limits of a value, as a browser reads what is sent. No editor writes more. */
export const MOST_TAGS = 5_000
export const DEEPEST = 100

/** The texts for refused rich text. */
export const refusals = {
  tags: `Must not have more than ${MOST_TAGS} tags`,
  depth: `Must not be nested deeper than ${DEEPEST}`,
  cost: 'Must be HTML simple enough to be cleaned in time'
} as const

/** The value is refused; `expected` is for the sender. */
export class RichTextRefused extends Error {
  override name = 'RichTextRefused'

  constructor (readonly expected: string) {
    super(expected)
  }
}
