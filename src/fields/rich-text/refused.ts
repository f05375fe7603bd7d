/** Kept elements may stand inside each other up to here. The DOM's cost grows with the square of the depth. */
export const maximumDepth = 100

/** A value may come to this many elements, those counted too that will be removed. */
export const maximumElements = 50_000

/**
 * What a sender is told of rich text that cannot be cleaned at a reasonable price, as what is expected instead.
 */
export const expectedRichText = {
  depth: `Must be HTML nested at most ${maximumDepth} levels deep`,
  elements: `Must be HTML of at most ${maximumElements} elements`,
  simplicity: 'Must be HTML simple enough to be cleaned in time'
} as const

/** Rich text is not cleaned because of what it is; `expected` is for whoever sent it. */
export class RichTextRefused extends Error {
  override name = 'RichTextRefused'

  constructor (readonly expected: string) {
    super(expected)
  }
}
