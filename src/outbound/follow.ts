import { Readable } from 'node:stream'
import type { Connections } from './connections.js'
import { exchange, StaleConnection } from './exchange.js'
import type { Hop, ResponseHandler, ResponseHeaders } from './exchange.js'
import { OutboundFailure } from './failure.js'
import type { Limits } from './limits.js'
import { isRedirect, redirectHop } from './redirects.js'

interface HopResponse {
  status: number
  headers: ResponseHeaders
  body: Buffer | Readable
}

/** Makes the handler of an attempt. */
export type CreateHandler<R> = (resolve: (response: R) => void, reject: (error: Error) => void) => ResponseHandler

/** Performs a request and follows its redirects. Each address is checked. */
export async function follow<R extends HopResponse> (
  connections: Connections,
  first: Hop,
  maxRedirects: number,
  limits: Limits,
  createHandler: CreateHandler<R>
): Promise<R & { url: URL }> {
  let hop = first
  for (let followed = 0; ; followed++) {
    const response = await perform(connections, hop, limits, createHandler)
    if (maxRedirects === 0 || !isRedirect(response.status, response.headers)) return { ...response, url: hop.url }
    if (response.body instanceof Readable) response.body.destroy()
    if (followed === maxRedirects) throw new OutboundFailure('redirect', `redirected more than ${maxRedirects} times`)
    const [location] = [response.headers.location].flat()
    hop = redirectHop(hop, response.status, String(location))
  }
}

/** A request that met a stale connection is repeated on a new one. */
async function perform<R> (
  connections: Connections, hop: Hop, limits: Limits, createHandler: CreateHandler<R>
): Promise<R> {
  try {
    return await attempt(connections, hop, limits, createHandler)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    connections.refresh(hop.url.origin)
    return await attempt(connections, { ...hop, isRepeatable: false }, limits, createHandler)
  }
}

function attempt<R> (
  connections: Connections, hop: Hop, limits: Limits, createHandler: CreateHandler<R>
): Promise<R> {
  return new Promise((resolve, reject) => exchange(connections, hop, limits, createHandler(resolve, reject)))
}
