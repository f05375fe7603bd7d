/** Measures of files, with the marks in their terms. */
const marks = { width: 'w', height: 'h', duration: 't' } as const

export type Measure = keyof typeof marks

export const measures = Object.keys(marks) as Measure[]

/** Larger numbers count as this one. */
export const LARGEST = 2 ** 32 - 1
const DIGITS = 8

/** A measure as an integer: pixels, or milliseconds. */
export function toCount (measure: Measure, value: number): number {
  return Math.min(LARGEST, measure === 'duration' ? Math.round(value * 1000) : value)
}

/**
 * The terms of a number: one for each of its prefixes in hexadecimal, so that any range is the union of a few posting
 * lists.
 */
export function numberTerms (accountId: number, measure: Measure, count: number): string[] {
  const digits = count.toString(16).padStart(DIGITS, '0')
  return Array.from({ length: DIGITS }, (_, index) => term(accountId, measure, digits.slice(0, index + 1)))
}

/** The terms that cover the numbers from the first to the last, both included. */
export function numbersWithin (accountId: number, measure: Measure, first: number, last: number): string[] {
  const found: string[] = []
  const visit = (beginning: string): void => {
    const least = Number.parseInt(beginning.padEnd(DIGITS, '0'), 16)
    const most = Number.parseInt(beginning.padEnd(DIGITS, 'f'), 16)
    if (most < first || least > last) return
    if (least >= first && most <= last && beginning !== '') found.push(term(accountId, measure, beginning))
    else for (const digit of '0123456789abcdef') visit(beginning + digit)
  }
  visit('')
  return found
}

const term = (accountId: number, measure: Measure, digits: string) => `_n${marks[measure]}${accountId}_${digits}`
