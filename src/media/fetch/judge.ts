import type { ResponseHeaders } from '../../outbound/index.js'
import { explainSize, explainStatus } from './explain.js'
import type { Arrived, SizeLimit } from '../thread/messages.js'
import { lengthOf, rangeOf, validatorOf } from './response.js'

/** What to do with an answer, decided by its head. */
export type Verdict =
  /** The body is the file. */
  | { readonly kind: 'whole', readonly total: number | null }
  /** The body is the rest of the file. */
  | { readonly kind: 'rest', readonly total: number | null }
  /** The part that has arrived is useless: ask for the whole file. */
  | { readonly kind: 'anew' }
  | { readonly kind: 'refused', readonly error: string }
  | { readonly kind: 'broken', readonly error: string }

/** Judges an answer. `arrived` is the part that the request was for the rest of; null if it was for the whole file. */
export function judge (status: number, headers: ResponseHeaders, arrived: Arrived | null, limit: SizeLimit): Verdict {
  if (status === 200) return withinLimit({ kind: 'whole', total: lengthOf(headers) }, limit)
  if (arrived !== null && status === 206) {
    return continues(headers, arrived)
      ? withinLimit({ kind: 'rest', total: totalOf(headers, arrived) }, limit)
      : { kind: 'anew' }
  }
  if (arrived !== null && status === 416) return { kind: 'anew' }
  return { kind: status >= 400 && status < 500 ? 'refused' : 'broken', error: explainStatus(status) }
}

/** Whether a 206 begins where the part that has arrived ends, and is of the same file as far as can be told. */
function continues (headers: ResponseHeaders, arrived: Arrived): boolean {
  const range = rangeOf(headers)
  if (range === null || range.start !== arrived.bytes) return false
  if (range.total !== null && arrived.total !== null && range.total !== arrived.total) return false
  const validator = validatorOf(headers, Date.now())
  return validator === null || validator === arrived.validator || isOtherKind(validator, arrived.validator)
}

/** An ETag and a date cannot be compared. */
function isOtherKind (one: string, other: string | null): boolean {
  return one.startsWith('"') !== other?.startsWith('"')
}

function totalOf (headers: ResponseHeaders, arrived: Arrived): number | null {
  const length = lengthOf(headers)
  return rangeOf(headers)?.total ?? arrived.total ?? (length === null ? null : arrived.bytes + length)
}

function withinLimit (verdict: Verdict & { total: number | null }, limit: SizeLimit): Verdict {
  if (verdict.total === null || verdict.total <= limit.bytes) return verdict
  return { kind: 'refused', error: explainSize(verdict.total, limit) }
}
