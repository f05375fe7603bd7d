/** Replaces a secret in the log. */
export const MASK = '***'

/** Shorter secrets would be found in any text. */
const SHORTEST_CONFIDENTIAL = 4

/** A text as the log may show it: some receivers answer with what they were sent. */
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

/** Headers as the log may show them, as JSON. Each text is masked by itself: a secret may look like a part of JSON. */
export function maskHeaders (headers: Readonly<Record<string, unknown>>, confidential: readonly string[]): string {
  const masked = Object.entries(headers).map(([name, value]) => [mask(name, confidential), value])
  return JSON.stringify(
    Object.fromEntries(masked),
    (_name, value: unknown) => typeof value === 'string' ? mask(value, confidential) : value
  )
}
