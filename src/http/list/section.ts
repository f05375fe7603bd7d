import type { Page, Together } from '../../basics/page.js'

export type Key = string | number

/** The key of an element, and its approximate size. */
export interface Weight {
  readonly key: Key
  readonly bytes: number
}

/** An array of the answer: its name, and how its elements are read, identified and written. */
export interface Section<Element> {
  readonly name: string
  readonly read: (page: Page) => Promise<Element[]> | Element[]
  readonly keyOf: (element: Element) => Key
  /** Null for a large element, which is read by `readLarge`. */
  readonly toJson: (element: Element) => string | null
  /** `read`, `keyOf` and `toJson` in one statement of the database. Null if an element of the page is large. */
  readonly readTogether?: (page: Page) => Promise<Together | null> | Together | null
  /** Reads a large element. Null if it is gone. */
  readonly readLarge?: (element: Element) => Promise<string | null>
  /** The sizes of the elements of a page, for a `read` that includes large elements. */
  readonly weigh?: (page: Page) => Promise<Weight[]> | Weight[]
  /** Whether keys are in descending order. */
  readonly descending?: boolean
}

/** Makes a section and hides the type of its elements. */
export function section<Element> (section: Section<Element>): Section<unknown> {
  return section as Section<unknown>
}
