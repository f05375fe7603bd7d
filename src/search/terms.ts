import { hash } from 'node:crypto'
import { comparable } from '../basics/texts.js'
import { prefixTerms, termsWithin } from './prefix-terms.js'

/**
 * Exact values are terms of the same index as words: a filter is one more posting list. A term begins with `_`, which
 * no word does. Values of callers are hashed, so that both databases take their length and characters.
 */

/**
 * A column with exact values, or a custom field by its id. `self` is a project's own id; `unplaced` is the owner of an
 * item in no project: users who do not see the whole account find these (inside.ts).
 */
export type ExactKind = 'category' | 'tag' | 'owner' | 'status' | 'media_type' | 'media_status' | 'project' | 'external_id' | 'checksum'
  | 'content_type' | 'self' | 'unplaced' | 'missing' | `field.${number}`

export type State = 'live' | 'trashed' | 'any'

const states: Readonly<Record<State, string>> = { live: '_l', trashed: '_d', any: '_a' }
const types = { asset: '_s', project: '_p' }

const DIGEST_LENGTH = 24

export const stateTerm = (accountId: number, state: State) => `${states[state]}${accountId}`
export const typeTerm = (accountId: number, type: 'asset' | 'project') => `${types[type]}${accountId}`
export const groupTerm = (fieldGroupId: number) => `_g${fieldGroupId}`
/** An item with a value in a field. Items without one have no term, as most have no value in most fields. */
export const filledTerm = (fieldId: number) => `_v${fieldId}`

/** The columns that `missing` knows. */
export const missable = ['tags', 'category', 'description', 'external_id'] as const

/** External ids are taken as they are. */
const AS_SENT: ReadonlySet<string> = new Set(['external_id'])

/** The term of a value of a kind, or of a filter that a domain adds. An item in no project has the term of `null`. */
export function exactTerm (accountId: number, kind: ExactKind | string, value: string | null): string {
  const compared = value === null ? '\0' : AS_SENT.has(kind) ? value : comparable(value)
  return `_x${hash('sha256', `${accountId}\0${kind}\0${compared}`, 'hex').slice(0, DIGEST_LENGTH)}`
}

/** Shorter beginnings of a creation date, in hexadecimal digits, are no terms. */
const FEWEST_DIGITS = 2

/** The terms of a creation date, in seconds since 1970. */
export function createdTerms (accountId: number, second: number): string[] {
  return prefixTerms(`_c${accountId}`, second, FEWEST_DIGITS)
}

/** The terms that cover the creation dates of a span. Its end is not included. */
export function createdWithin (accountId: number, from: number, to: number): string[] {
  return termsWithin(`_c${accountId}`, from, to - 1, FEWEST_DIGITS)
}

/**
 * The lengths of the prefixes of a stored date or datetime: four digits of the year, month, day, hour, minute, second,
 * three digits.
 */
const BEGINNINGS = [1, 2, 3, 4, 7, 10, 13, 16, 19, 21, 22, 23]
const EARLIEST = '0000-01-01T00:00:00.000'
const LATEST = '9999-12-31T23:59:59.999'

const two = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(2, '0'))
const digits = [...'0123456789']
/** The continuations of each prefix. */
const continuations = [digits, digits, digits, digits, two(1, 12).map((month) => `-${month}`),
  two(1, 31).map((day) => `-${day}`), two(0, 23).map((hour) => `T${hour}`), two(0, 59).map((minute) => `:${minute}`),
  two(0, 59).map((second) => `:${second}`), digits.map((digit) => `.${digit}`), digits, digits]

const momentTerm = (fieldId: number, beginning: string) => `_f${fieldId}_${beginning.replace(/\D/g, '')}`

/** The terms of a value of a date or datetime field. */
export function momentTerms (fieldId: number, value: string): string[] {
  return BEGINNINGS.filter((length) => length <= value.replace('Z', '').length).map((length) =>
    momentTerm(fieldId, value.slice(0, length))
  )
}

/**
 * The terms that cover the values of a span. Its end is not included; null leaves it open. `from` and `to` are as the
 * field stores them: dates or times.
 */
export function momentsWithin (fieldId: number, from: string | null, to: string | null, isDate: boolean): string[] {
  const found: string[] = []
  const levels = isDate ? 6 : BEGINNINGS.length
  const start = (from ?? EARLIEST).replace('Z', '')
  const end = to?.replace('Z', '')
  const visit = (beginning: string, level: number): void => {
    const first = beginning + EARLIEST.slice(beginning.length)
    const last = beginning + LATEST.slice(beginning.length)
    if (isBefore(last, start) || (end !== undefined && !isBefore(first, end))) return
    if (level > 0 && !isBefore(first, start) && (end === undefined || isBefore(last, end))) {
      found.push(momentTerm(fieldId, beginning))
    } else if (level < levels) {
      for (const more of continuations[level]!) visit(beginning + more, level + 1)
    }
  }
  visit('', 0)
  return found

  function isBefore (moment: string, other: string): boolean {
    return isDate ? moment.slice(0, 10) < other.slice(0, 10) : moment < other
  }
}
