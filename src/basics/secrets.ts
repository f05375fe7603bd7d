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
 * The answer that shows a new key, as it is stored for repeated requests: without the key, which is shown once and
 * never stored.
 */
export function withoutKey (answer: string): string {
  const body = JSON.parse(answer) as { api_key?: { key?: string } }
  delete body.api_key?.key
  return JSON.stringify(body)
}

/**
 * The stored form of a key or a token, by which it is looked up. The time of a look-up by digest reveals nothing of the
 * secret.
 */
export function digest (secret: string): string {
  return hash('sha256', secret)
}
