import { hash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** A new API key: 256 random bits behind a prefix by which people and scanners recognise it. */
export function newApiKey (): string {
  return `cutroom_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** A new token of a reset or confirmation link. */
export function newToken (): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/**
 * The answer that shows a new key, link or signed URL, as it is stored for repeated requests: without the secret, which
 * is shown once and never stored.
 */
export function withoutSecrets (answer: string): string {
  const body = JSON.parse(answer) as Partial<Record<string, { key?: string, url?: string, token?: string }>>
  for (const name of ['api_key', 'invitation', 'password_reset', 'link', 'upload']) {
    const shown = body[name]
    delete shown?.key
    delete shown?.url
    delete shown?.token
  }
  return JSON.stringify(body)
}

/**
 * A body by which repeated requests are compared, without its password: a stored digest of it would be guessed quickly.
 * With another password it is the same request.
 */
export function withoutPassword (body: unknown): unknown {
  const { password: _password, ...rest } = (body ?? {}) as Readonly<Record<string, unknown>>
  return rest
}

/** The same for a header of a webhook, without a value that is not shown. */
export function withoutSecretValue (body: unknown): unknown {
  const { header_value: value, ...rest } = (body ?? {}) as Readonly<Record<string, unknown>>
  return rest.hidden === true || rest.is_hmac === true ? rest : { ...rest, header_value: value }
}

/** The answer that shows a new header of a webhook, without its value, unless everybody may read it. */
export function withoutHiddenValue (answer: string): string {
  const body = JSON.parse(answer) as { webhook_header: { header_value?: string, hidden: boolean, is_hmac: boolean } }
  if (body.webhook_header.hidden || body.webhook_header.is_hmac) delete body.webhook_header.header_value
  return JSON.stringify(body)
}

/**
 * The stored form of a key or a token, by which it is looked up. The time of a look-up by digest reveals nothing of the
 * secret.
 */
export function digest (secret: string): string {
  return hash('sha256', secret)
}
