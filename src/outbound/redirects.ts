import type { Hop, RequestHeaders, ResponseHeaders } from './exchange.js'
import { OutboundFailure } from './failure.js'
import { withCredentials } from './request.js'

const redirectStatuses = new Set([301, 302, 303, 307, 308])
// Any other header may be a secret for the first origin.
const harmlessElsewhere = new Set([
  'accept', 'accept-encoding', 'accept-language', 'cache-control', 'content-type', 'if-match', 'if-modified-since',
  'if-none-match', 'if-range', 'if-unmodified-since', 'range', 'user-agent'
])

/** Whether an answer sends its request on to another URL. */
export function isRedirect (status: number, headers: ResponseHeaders): boolean {
  return redirectStatuses.has(status) && headers.location !== undefined
}

/**
 * The request of a redirect, by the rules of browsers, but stricter about headers. Throws an OutboundFailure if it does
 * not lead to an http or https URL.
 */
export function redirectHop (hop: Hop, status: number, location: string): Hop {
  const url = redirectUrl(location, hop.url)
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST')
  const isElsewhere = url.origin !== hop.url.origin
  const headers = filterHeaders(hop.headers, function isKept (name) {
    if (becomesGet && name.startsWith('content-')) return false
    return name !== 'host' && (!isElsewhere || harmlessElsewhere.has(name))
  })
  const sent = becomesGet ? { method: 'GET', body: null, isRepeatable: true } : {}
  return withCredentials({ ...hop, ...sent, url, headers })
}

function redirectUrl (location: string, base: URL): URL {
  if (!URL.canParse(location, base.href)) {
    throw new OutboundFailure('redirect', 'redirected to something that is no URL')
  }
  const url = new URL(location, base.href)
  if (url.protocol === 'http:' || url.protocol === 'https:') return url
  throw new OutboundFailure('redirect', `redirected to a URL with the scheme ${url.protocol}`)
}

function filterHeaders (headers: RequestHeaders, isKept: (name: string) => boolean): RequestHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name.toLowerCase())))
}
