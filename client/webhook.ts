import type { verifyWebhook as declared } from './cutroom.d.ts'
import { CutroomError } from './error.ts'

const TOLERANCE_S = 300
/** The prefix of secrets in base64, by Standard Webhooks. */
const BASE64_PREFIX = 'whsec_'

export const verifyWebhook: typeof declared = async (secret, headers, body, { tolerance = TOLERANCE_S } = {}) => {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (!Array.isArray(secrets) || secrets.length === 0 || !secrets.every((one) => typeof one === 'string' && one !== '')) {
    throw new TypeError('The secret is missing or empty')
  }
  if (typeof body !== 'string' && !ArrayBuffer.isView(body) && !(body instanceof ArrayBuffer)) {
    throw new TypeError('The body must be the raw text or bytes: it was parsed already')
  }
  const named = (name: string) => headerOf(headers, name) ?? refuse(`${name} is missing`)
  const [id, time, signature] = [named('webhook-id'), named('webhook-timestamp'), named('webhook-signature')]
  if (!/^\d{1,12}$/.test(time)) refuse('webhook-timestamp is not a time')
  if (Math.abs(Date.now() / 1000 - Number(time)) > tolerance) refuse('webhook-timestamp is too far from now')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body as ArrayBuffer)
  if (bytes.length === 0) refuse('The body is empty')
  const message = new Uint8Array(await new Blob([`${id}.${time}.`, bytes]).arrayBuffer())
  const signatures = signature.split(' ').filter((one) => one.startsWith('v1,')).map((one) => one.slice('v1,'.length))
  if (!await isSigned(secrets, signatures, message)) refuse('webhook-signature does not fit the body and the secret')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return refuse('The body is no JSON')
  }
}

function refuse (text: string): never {
  throw new CutroomError(text, 0, text)
}

function headerOf (headers: Parameters<typeof declared>[1], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([sent]) => sent.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value[0] : value as string | undefined
}

/** WebCrypto compares without telling by its time where two signatures differ. */
async function isSigned (
  secrets: readonly string[], signatures: readonly string[], message: Uint8Array<ArrayBuffer>
): Promise<boolean> {
  for (const secret of secrets) {
    const bytes = secret.startsWith(BASE64_PREFIX)
      ? fromBase64(secret.slice(BASE64_PREFIX.length))
      : new TextEncoder().encode(secret)
    if (bytes === null || bytes.length === 0) throw new TypeError('The secret is no base64')
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of signatures) {
      const given = fromBase64(signature)
      if (given !== null && await crypto.subtle.verify('HMAC', key, given, message)) return true
    }
  }
  return false
}

function fromBase64 (text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
