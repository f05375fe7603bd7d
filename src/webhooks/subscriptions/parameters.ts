import { FormatRegistry, Type } from '@sinclair/typebox'
import { InvalidParameter } from '../../errors.js'
import { inspect } from '../../http/inspect.js'
import {
  hasAtMost, LONGEST_NAME, LONGEST_REFERENCE, mustBeOneOf, refuseLonger, STRING_RULE
} from '../../http/schemas.js'
import { parseHttpUrl } from '../../outbound/index.js'
import { isCalendarDate } from '../../basics/calendar.js'
import { FIRST_MOMENT_MS, LAST_MOMENT_MS } from '../../basics/time.js'

/** The parameter types that only webhooks have, with the rules that their 422 prints. */

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Beside `webhook-…`: what says where a message ends or who it is for, and what the client refuses to send. */
const RESERVED = new Set(['host', 'content-length', 'content-type', 'connection', 'transfer-encoding', 'keep-alive',
  'upgrade', 'expect', 'trailer', 'te'])

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

FormatRegistry.Set('webhook-method', (value) => METHODS.includes(value.toUpperCase()))
FormatRegistry.Set('webhook-url', (value) => hasAtMost(value, LONGEST_REFERENCE) && parseHttpUrl(value) !== null)
FormatRegistry.Set(
  'webhook-header-key',
  (value) =>
    hasAtMost(value, LONGEST_NAME) && TOKEN.test(value) && !RESERVED.has(value.toLowerCase()) &&
    !/^webhook-/i.test(value)
)
FormatRegistry.Set('webhook-header-value', (value) => hasAtMost(value, LONGEST_REFERENCE) && !CONTROL.test(value))
FormatRegistry.Set(
  'iso-time',
  (value) => ISO_TIME.test(value) && !Number.isNaN(Date.parse(value)) && isCalendarDate(value.slice(0, 10))
)

const textOf = (format: string, wrongValue: string) => Type.String({ format, wrongType: STRING_RULE, wrongValue })

/** A method, in any case. */
export const HttpMethod = textOf('webhook-method', mustBeOneOf(METHODS))

export const HttpUrl = textOf('webhook-url', 'Must be a valid URL')

export const HeaderKey = textOf('webhook-header-key', 'Must be the name of a header that a webhook may set')

export const HeaderValue = {
  ...textOf('webhook-header-value', 'Must be a header value without control characters'),
  tooLong: refuseLonger(LONGEST_REFERENCE)
}

/** What Standard Webhooks asks of a secret that begins so. Any other is taken as the text that it is. */
const MARKED_SECRET = 'whsec_'
const SECRET_RULE = 'Must be whsec_ and 24 to 64 bytes in base64'

/** Throws InvalidParameter where a header is to sign by a marked secret that is none. */
export function requireSecret (
  { header_value: secret, is_hmac: isHmac }: { header_value: string, is_hmac?: boolean }
): void {
  if (isHmac !== true || !secret.startsWith(MARKED_SECRET)) return
  const encoded = secret.slice(MARKED_SECRET.length)
  const { length } = Buffer.from(encoded, 'base64')
  if (!BASE64.test(encoded) || length < 24 || length > 64) {
    throw new InvalidParameter('header_value', inspect(secret), SECRET_RULE)
  }
}

/** A moment, as ISO 8601 writes it. Without a zone it is in UTC. */
export const IsoTime = textOf('iso-time', 'Must be an ISO 8601 time')

/** The moment that an `IsoTime` says, or the nearest that both databases hold. */
export function parseIsoTime (text: string): Date {
  const moment = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
  return new Date(Math.min(Math.max(moment, FIRST_MOMENT_MS), LAST_MOMENT_MS))
}
