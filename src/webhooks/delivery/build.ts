import type { RequestHeaders } from '../../outbound/index.js'
import { userAgent } from '../../basics/version.js'
import { fillPayload } from '../outbox/payload.js'
import type { DerivedHeader } from './follower.js'
import { MASK } from './mask.js'
import { signHex, signStandard } from './sign.js'
import type { Target, TargetHeader } from './target.js'
import type { WaitingDelivery } from './waiting.js'

/** The request of one attempt. */
export interface Message {
  /** Null if the method has none. */
  readonly body: Buffer | null
  readonly headers: RequestHeaders
  /** The headers as the log may show them. */
  readonly shownHeaders: RequestHeaders
}

/**
 * Builds and signs the request of one attempt. The body is the same at every attempt; the time in the headers, and so
 * the signature, is that of this attempt.
 */
export function buildMessage (
  target: Target, { eventId, sequence, payload }: WaitingDelivery, now: Date, derived: DerivedHeader | null = null
): Message {
  const body = target.hasBody ? Buffer.from(fillPayload(payload, target.webhookId, sequence)) : null
  const signed = body ?? ''
  const timestamp = Math.floor(now.getTime() / 1000)
  const headers: RequestHeaders = {
    ...(target.hasBody ? { 'content-type': 'application/json' } : {}),
    'user-agent': userAgent,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp)
  }
  if (target.secrets.length > 0) {
    headers['webhook-signature'] = signStandard(target.secrets, { id: eventId, timestamp, body: signed })
  }
  const shown = derived === null ? headers : { ...headers, [derived.name]: MASK }
  if (derived !== null) headers[derived.name] = derived.value
  if (target.headers.length === 0) return { body, headers, shownHeaders: shown }

  const own = target.headers.map((header) =>
    header.isHmac ? { ...header, value: signHex(header.value, signed) } : header
  )
  return {
    body,
    headers: withOwn(headers, own, ({ value }) => asBytes(value)),
    shownHeaders: withOwn(shown, own, ({ value, hidden }) => hidden ? MASK : value)
  }
}

/**
 * The webhook's own headers come last, and may replace the User-Agent. Several of one name are sent separately.
 */
function withOwn (
  standard: RequestHeaders, own: readonly TargetHeader[], valueOf: (header: TargetHeader) => string
): RequestHeaders {
  // Without a prototype, a header of any name is an ordinary property.
  const headers: RequestHeaders = Object.assign(Object.create(null), standard)
  const names = new Map<string, string>()
  for (const header of own) {
    const lower = header.name.toLowerCase()
    if (!names.has(lower)) delete headers[lower]
    const name = names.get(lower) ?? header.name
    const before = names.has(lower) ? [headers[name]!].flat() : []
    names.set(lower, name)
    headers[name] = before.length === 0 ? valueOf(header) : [...before, valueOf(header)]
  }
  return headers
}

/** The client writes a header's characters as bytes: other alphabets are sent in UTF-8. */
function asBytes (value: string): string {
  // eslint-disable-next-line no-control-regex
  return /^[\u0000-\u007f]*$/.test(value) ? value : Buffer.from(value).toString('latin1')
}
