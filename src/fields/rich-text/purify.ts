import { clearWindow, sanitize } from 'isomorphic-dompurify'
import { allowedTags } from './allowed-tags.js'

const configuration = {
  // The walk starts at the document's body. If it were not allowed, DOMPurify would copy its contents for nothing. Only
  // the contents are written out, and no parser puts a body inside a body.
  ALLOWED_TAGS: [...allowedTags, 'body'],
  ALLOWED_ATTR: [],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false
}

const cleaningsPerWindow = 1_000
const charactersPerWindow = 5_000_000

let cleanings = 0
let characters = 0

/** Cleans a value by DOMPurify, with the allowed tags and no attributes. */
export function purify (html: string): string {
  const purified = sanitize(html, configuration)
  cleanings++
  characters += html.length
  // jsdom's window keeps parts of every document parsed under it in memory.
  if (cleanings >= cleaningsPerWindow || characters >= charactersPerWindow) {
    clearWindow()
    cleanings = 0
    characters = 0
  }
  return purified
}
