import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendJson } from './json.js'
import { linkNext } from './next-page.js'

/** Results as JSON, and the next page. */
interface FoundPage {
  readonly items: ReadonlyArray<{ readonly type: string, readonly json: string }>
  readonly next: { readonly search: { readonly limit: number }, readonly cursor: string } | null
  readonly counts: object
}

/**
 * Sends results. `Link` has the next page: by a GET with the same parameters; by a POST with the cursor alone, as the
 * body is sent again.
 */
export function sendSearchResults (
  request: FastifyRequest, reply: FastifyReply, name: 'results' | 'assets', { items, next, counts }: FoundPage
) {
  if (next !== null) linkNext(request, reply, parametersOf(request, next))
  const list = items.map(name === 'assets' ? ({ json }) => json : writeResult).join()
  const rest = Object.keys(counts).length === 0 ? '' : `,${JSON.stringify(counts).slice(1, -1)}`
  return sendJson(reply, `{"${name}":[${list}]${rest}}`)
}

function writeResult ({ type, json }: FoundPage['items'][number]): string {
  return `{"type":"${type}","${type}":${json}}`
}

function parametersOf (
  { method, query }: FastifyRequest, { search, cursor }: NonNullable<FoundPage['next']>
): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query as object)) {
    if (name !== 'cursor') for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one))
  }
  if (method !== 'POST') parameters.set('limit', String(search.limit))
  parameters.append('cursor', cursor)
  return parameters
}
