/** What stands in the log in the place of a secret. */
export const MASK = '***'

/** Shorter ones would be found in everything. */
const SHORTEST_CONFIDENTIAL = 4

/** A text as the log may show it: receivers exist that answer with what they were sent. */
export function mask (text: string, confidential: readonly string[]): string {
  let masked = text
  for (const value of confidential) {
    if (value.length < SHORTEST_CONFIDENTIAL) continue
    masked = masked.replaceAll(value, MASK)
    const inJson = JSON.stringify(value).slice(1, -1)
    if (inJson !== value) masked = masked.replaceAll(inJson, MASK)
  }
  return masked
}
