import { FormatRegistry, Type } from '@sinclair/typebox'
import { hasAtMost, LONGEST_REFERENCE, mustBeOneOf, STRING_RULE, URL_RULE } from '../../http/rules.js'
import { parseHttpUrl } from '../../outbound/index.js'
import { isCalendarDate } from '../../basics/calendar.js'
import { FIRST_MOMENT_MS, LAST_MOMENT_MS } from '../../basics/time.js'

/** The parameter types that only webhooks have, with the rules that their 422 prints. */

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

FormatRegistry.Set('webhook-method', (value) => METHODS.includes(value.toUpperCase()))
FormatRegistry.Set('webhook-url', (value) => hasAtMost(value, LONGEST_REFERENCE) && parseHttpUrl(value) !== null)
FormatRegistry.Set(
  'iso-time',
  (value) => ISO_TIME.test(value) && !Number.isNaN(Date.parse(value)) && isCalendarDate(value.slice(0, 10))
)

export const textOf = (format: string, wrongValue: string) =>
  Type.String({ format, wrongType: STRING_RULE, wrongValue })

/** A method, in any case. */
export const HttpMethod = textOf('webhook-method', mustBeOneOf(METHODS))

export const HttpUrl = textOf('webhook-url', URL_RULE)

/** A time in ISO 8601. Without a zone it is in UTC. */
export const IsoTime = textOf('iso-time', 'Must be an ISO 8601 time')

/** The time of an `IsoTime`, or the nearest that both databases hold. */
export function parseIsoTime (text: string): Date {
  const moment = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
  return new Date(Math.min(Math.max(moment, FIRST_MOMENT_MS), LAST_MOMENT_MS))
}
