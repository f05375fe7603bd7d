import type { Hop, RequestHeaders } from './exchange.js'
import { OutboundFailure } from './failure.js'
import { hasCredentials, parseHttpUrl } from './url.js'

export interface OutboundRequest {
  /** http or https. Its credentials, if any, go out as an Authorization header. */
  url: string | URL
  method?: string
  headers?: RequestHeaders
  /**
   * Whose request it is, where requests of several must not wait for each other at the same origin: connections are
   * kept, counted and limited for each of them by itself.
   */
  partition?: string
  body?: string | Uint8Array | null
  /** Redirects to follow; with 0, the default, a redirect is an answer like any other. */
  maxRedirects?: number
  /**
   * Whether the receiver may get the request twice: when a kept connection was closed before a byte of the answer came,
   * it is sent again on a new one. By default so for the methods that HTTP calls idempotent.
   */
  isRepeatable?: boolean
  signal?: AbortSignal
}

const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])

/** Throws an OutboundFailure when the URL is not one that can be requested. */
export function firstHop (
  { url: given, method = 'GET', headers = {}, partition = '', body = null, isRepeatable }: OutboundRequest,
  isExact: boolean
): Hop {
  const url = parseHttpUrl(String(given))
  if (url === null) throw new OutboundFailure('invalid_request', 'the URL is no http or https URL')
  return withCredentials({
    url,
    partition,
    method,
    headers,
    body,
    isRepeatable: isRepeatable ?? idempotentMethods.has(method),
    isExact
  })
}

/** Moves the credentials of a URL to where HTTP has them; an Authorization header that is there already stays. */
export function withCredentials (hop: Hop): Hop {
  if (!hasCredentials(hop.url)) return hop
  const url = new URL(hop.url)
  url.username = url.password = ''
  if (Object.keys(hop.headers).some(name => name.toLowerCase() === 'authorization')) return { ...hop, url }
  return { ...hop, url, headers: { ...hop.headers, authorization: `Basic ${basicPair(hop.url)}` } }
}

/** What a receiver learns of the credentials in a URL: the password, and the pair as it is sent. */
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
