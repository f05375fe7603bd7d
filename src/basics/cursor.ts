/** Makes an opaque cursor of a text. */
export function sealCursor (text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** The text of a cursor; null if it is not one. */
export function openCursor (cursor: string): string | null {
  const text = Buffer.from(cursor, 'base64url').toString()
  // Decoding drops characters that are not base64url, and replaces bytes that are not UTF-8.
  return sealCursor(text) === cursor ? text : null
}
