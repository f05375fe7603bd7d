/** Rules that a 422 prints, and their checks. */
export const STRING_RULE = 'Must be a String'
export const LIST_RULE = 'Must be an array of String'
export const WHOLE_RULE = 'Must be a Integer'
export const URL_RULE = 'Must be a valid URL'

/** The most characters of names and tags; of URLs, external ids and header values. The most elements of a list. */
export const LONGEST_NAME = 1000
export const LONGEST_REFERENCE = 10_000
export const MOST_ELEMENTS = 1000

// PostgreSQL cannot store NUL: it is refused on both databases.
export const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

// src/http/body.ts makes bigints of integers beyond a double.
export const isWhole = (value: unknown): value is number | bigint => Number.isSafeInteger(value) || typeof value === 'bigint'

/** Whether a string has at most this many code points. */
export function hasAtMost (text: string, characters: number): boolean {
  if (text.length <= characters) return true
  if (text.length > 2 * characters) return false
  let count = 0
  for (const { length } of text) count += length > 0 ? 1 : 0
  return count <= characters
}

/** Whether it is a string, and its number of code points is within the bounds. */
export function isTextBetween (value: unknown, minimum: number, maximum: number): value is string {
  return isText(value) && hasAtMost(value, maximum) && (minimum === 0 || !hasAtMost(value, minimum - 1))
}

/** A `ruleOf` for strings with a maximum of characters. */
export function refuseLonger (characters: number) {
  const rule = `${STRING_RULE} of at most ${characters} characters`
  return (value: unknown) => isText(value) && !hasAtMost(value, characters) ? rule : undefined
}

/** The broken rule of a list of strings: too many, or one of them too long. */
export function refuseLongerList (texts: readonly string[]): string | undefined {
  if (texts.length > MOST_ELEMENTS) return `${LIST_RULE} of at most ${MOST_ELEMENTS} elements`
  return texts.every((text) => hasAtMost(text, LONGEST_NAME))
    ? undefined
    : `${LIST_RULE} of at most ${LONGEST_NAME} characters`
}

export function mustBeOneOf (values: readonly string[]): string {
  return `Must be one of: ${values.map((value) => `<code>${value}</code>`).join(', ')}.`
}
