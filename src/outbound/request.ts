import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Hop, RequestHeaders } from './exchange.js'
import { OutboundFailure } from './failure.js'
import { hasCredentials, parseHttpUrl } from './url.js'

export interface OutboundRequest {
  /** http or https. Its credentials, if any, go out as an Authorization header. */
  url: string | URL
  method?: string
  headers?: RequestHeaders
  body?: string | Uint8Array | null
  /** Redirects to follow; with 0, the default, a redirect is an answer like any other. */
  maxRedirects?: number
  /**
   * Whether the receiver may get the request twice: it is repeated when a kept connection was closed before the answer.
   * Default: for idempotent methods.
   */
  isRepeatable?: boolean
  signal?: AbortSignal
}

// Headers that the client itself sets, or does not support.
const reservedHeaders = new Set(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding',
  'upgrade'])
const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])

/** Throws an OutboundFailure if the request cannot be sent. */
export function firstHop (
  { url: given, method = 'GET', headers = {}, body = null, isRepeatable }: OutboundRequest,
  isExact: boolean
): Hop {
  const url = parseHttpUrl(String(given))
  if (url === null) throw new OutboundFailure('invalid_request', 'the URL is no http or https URL')
  requireSendable(method, headers)
  return withCredentials({
    url,
    method,
    headers,
    body,
    isRepeatable: isRepeatable ?? idempotentMethods.has(method),
    isExact
  })
}

/** Checked before the library does, whose pool keeps a client for each refused request. */
function requireSendable (method: string, headers: RequestHeaders): void {
  try {
    // A method has the syntax of a header name.
    validateHeaderName(method)
    for (const [name, values] of Object.entries(headers)) {
      validateHeaderName(name)
      for (const value of [values].flat()) validateHeaderValue(name, value)
    }
  } catch (cause) {
    throw new OutboundFailure('invalid_request', 'the method or a header is none that HTTP allows', { cause })
  }
  const reserved = Object.keys(headers).find((name) => reservedHeaders.has(name.toLowerCase()))
  if (reserved !== undefined) throw new OutboundFailure('invalid_request', `the header ${reserved} cannot be set`)
}

/** Moves the credentials of a URL into an Authorization header, unless there is one. */
export function withCredentials (hop: Hop): Hop {
  if (!hasCredentials(hop.url)) return hop
  const url = new URL(hop.url)
  url.username = url.password = ''
  if (Object.keys(hop.headers).some(name => name.toLowerCase() === 'authorization')) return { ...hop, url }
  return { ...hop, url, headers: { ...hop.headers, authorization: `Basic ${basicPair(hop.url)}` } }
}

/** The credentials of a URL as a receiver sees them: the password, and the encoded pair. */
export function credentialsOf (given: string): string[] {
  const url = parseHttpUrl(given)
  return url === null || !hasCredentials(url) ? [] : [decode(url.password), basicPair(url)]
}

function basicPair ({ username, password }: URL): string {
  return Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')
}

function decode (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
