import { LARGEST, prefixTerms, termsWithin } from './prefix-terms.js'

/** Measures of files, with the marks in their terms. */
const marks = { width: 'w', height: 'h', duration: 't' } as const

export type Measure = keyof typeof marks

export const measures = Object.keys(marks) as Measure[]

/** A measure as an integer: pixels, or milliseconds. */
export function toCount (measure: Measure, value: number): number {
  return Math.min(LARGEST, measure === 'duration' ? Math.round(value * 1000) : value)
}

const markOf = (accountId: number, measure: Measure) => `_n${marks[measure]}${accountId}`

/** The terms of a measure. */
export function numberTerms (accountId: number, measure: Measure, count: number): string[] {
  return prefixTerms(markOf(accountId, measure), count)
}

/** The terms that cover the measures from the first to the last, both included. */
export function numbersWithin (accountId: number, measure: Measure, first: number, last: number): string[] {
  return termsWithin(markOf(accountId, measure), first, last)
}
