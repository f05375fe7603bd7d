import type { Page, Together } from '../../basics/page.js'

export type Key = string | number

/** An element's key, and about how many bytes it has. */
export interface Weight {
  readonly key: Key
  readonly bytes: number
}

/** One array of the answer: its name, how to read a page of it, and each element's key and its JSON. */
export interface Section<Element> {
  readonly name: string
  readonly read: (page: Page) => Promise<Element[]> | Element[]
  readonly keyOf: (element: Element) => Key
  /** Null where the element is large, and was not read with the others. */
  readonly toJson: (element: Element) => string | null
  /**
   * The same as `read`, `keyOf` and `toJson`, in one piece by the database. Null where an element of the page is large.
   */
  readonly readTogether?: (page: Page) => Promise<Together | null> | Together | null
  /** Reads a large one alone. Null where it has gone meanwhile. */
  readonly readLarge?: (element: Element) => Promise<string | null>
  /** Where `read` reads large elements too: what the page would weigh, so that a part of it can be read. */
  readonly weigh?: (page: Page) => Promise<Weight[]> | Weight[]
  /** Whether keys go down from one element to the next. */
  readonly descending?: boolean
}

/** Makes a section, and keeps its element's type to itself. */
export function section<Element> (section: Section<Element>): Section<unknown> {
  return section as Section<unknown>
}
