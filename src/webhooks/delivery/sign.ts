import { createHmac } from 'node:crypto'

/** The prefix of secrets in base64, by Standard Webhooks. */
const BASE64_PREFIX = 'whsec_'

/** The lower-case hexadecimal HMAC-SHA256 of a body, for the header that the administrator has named. */
export function signHex (secret: string, body: Uint8Array | string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

export interface SignedMessage {
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestamp: number
  readonly body: Uint8Array | string
}

/**
 * `webhook-signature` by the rules of Standard Webhooks: one signature for each secret, so that a secret can be
 * replaced.
 */
export function signStandard (secrets: readonly string[], { id, timestamp, body }: SignedMessage): string {
  return secrets
    .map((secret) =>
      createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')
    )
    .map((signature) => `v1,${signature}`)
    .join(' ')
}

function standardKey (secret: string): Buffer {
  return secret.startsWith(BASE64_PREFIX)
    ? Buffer.from(secret.slice(BASE64_PREFIX.length), 'base64')
    : Buffer.from(secret)
}
