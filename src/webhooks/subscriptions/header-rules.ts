import { FormatRegistry } from '@sinclair/typebox'
import { InvalidParameter } from '../../errors.js'
import { inspect } from '../../http/inspect.js'
import { hasAtMost, LONGEST_NAME, LONGEST_REFERENCE, refuseLonger } from '../../http/rules.js'
import { textOf } from './parameters.js'

/** The rules for a webhook's header, and for a secret. */

/** Besides `webhook-…`: headers that frame or route a message, and those that the client refuses to send. */
const RESERVED = new Set(['host', 'content-length', 'content-type', 'connection', 'transfer-encoding', 'keep-alive',
  'upgrade', 'expect', 'trailer', 'te'])

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

FormatRegistry.Set(
  'webhook-header-key',
  (value) =>
    hasAtMost(value, LONGEST_NAME) && TOKEN.test(value) && !RESERVED.has(value.toLowerCase()) &&
    !/^webhook-/i.test(value)
)
FormatRegistry.Set('webhook-header-value', (value) => hasAtMost(value, LONGEST_REFERENCE) && !CONTROL.test(value))

export const HeaderKey = textOf('webhook-header-key', 'Must be the name of a header that a webhook may set')

export const HeaderValue = {
  ...textOf('webhook-header-value', 'Must be a header value without control characters'),
  ruleOf: refuseLonger(LONGEST_REFERENCE)
}

/** Standard Webhooks has a rule for secrets with this prefix. All others are text. */
const MARKED_SECRET = 'whsec_'
const SECRET_RULE = 'Must be whsec_ and 24 to 64 bytes in base64'

/** Throws InvalidParameter if the secret of a signing header has the prefix and is invalid. */
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
