/** A text as a cursor, which says nothing to whoever reads it. */
export function sealCursor (text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** The text of a cursor; null where the cursor is none. */
export function openCursor (cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  // Decoding leaves out what is not base64url, and what is not UTF-8 becomes something else.
  return sealCursor(text) === cursor ? text : null
}
