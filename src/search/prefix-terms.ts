/**
 * Numbers as terms: one for each prefix in hexadecimal, so that any range is the union of a few posting lists. Two
 * thousand years and three days are the terms of two millennia, and of three days.
 */

/** Larger numbers count as this one. */
export const LARGEST = 2 ** 32 - 1
const DIGITS = 8

/** The terms of a number. They begin with a mark, and have this many digits at least. */
export function prefixTerms (mark: string, number: number, fewest = 1): string[] {
  const digits = Math.min(Math.max(number, 0), LARGEST).toString(16).padStart(DIGITS, '0')
  return Array.from({ length: DIGITS - fewest + 1 }, (_, index) => `${mark}_${digits.slice(0, fewest + index)}`)
}

/** The terms that cover the numbers from the first to the last, both included. */
export function termsWithin (mark: string, first: number, last: number, fewest = 1): string[] {
  const found: string[] = []
  const visit = (beginning: string): void => {
    const least = Number.parseInt(beginning.padEnd(DIGITS, '0'), 16)
    const most = Number.parseInt(beginning.padEnd(DIGITS, 'f'), 16)
    if (most < first || least > last) return
    if (least >= first && most <= last && beginning.length >= fewest) found.push(`${mark}_${beginning}`)
    else for (const digit of '0123456789abcdef') visit(beginning + digit)
  }
  visit('')
  return found
}
