/** A part of a list that is ordered by its elements' keys. */
export interface Page {
  /** The key of the element before the first; '' for the beginning. */
  readonly after: string
  readonly limit: number
}
