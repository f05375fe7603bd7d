/** A part of a list that is ordered by its elements' keys. */
export interface Page {
  /** The key of the element before the first; '' for the beginning. */
  readonly after: string
  readonly limit: number
}

/** The elements of a page as one JSON text, separated by commas. */
export interface Together {
  readonly json: string
  readonly count: number
  /** The key of the last one. */
  readonly last: string
}
