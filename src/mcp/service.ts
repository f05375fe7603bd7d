import { randomUUID } from 'node:crypto'
import type { Cutroom } from '../../client/cutroom.js'

export type ItemType = 'asset' | 'project'

export interface Named {
  readonly type: ItemType
  readonly id: string
}

/** JSON with the names of the API. */
export type Values = Readonly<Record<string, any>>

interface SentCall {
  /** The values in the path, by name. */
  readonly path?: Values
  readonly query?: Values
  readonly body?: Values
  readonly etag?: string | undefined
}

export interface Answer {
  readonly data: any
  /** The tag for an `If-Match`. Null if the answer has none. */
  readonly etag: string | null
  /** Of the next page. Null if there is none. */
  readonly cursor: string | null
}

type Call = (path: string, options: object) => Promise<{ data: any, response: Response }>

export type Service = ReturnType<typeof createService>

/** The client with paths and answers that are not typed: tools make their paths. `signal` ends the requests. */
export function createService (cutroom: Cutroom, signal: AbortSignal) {
  async function send (
    method: 'GET' | 'POST' | 'PUT', name: string, { path, query, body, etag }: SentCall, headers: Values = {}
  ): Promise<Answer> {
    const call = cutroom[method] as unknown as Call
    const params = { path, query, header: { 'If-Match': etag, ...headers } }
    const { data, response } = await call(name, { params, body, signal })
    // Of an answer that came compressed the tag is weak. The service knows it without that mark.
    const tag = response.headers.get('etag')?.replace(/^W\//, '') ?? null
    return { data, etag: tag, cursor: cursorIn(response) }
  }

  return {
    read: (path: string, sent: SentCall = {}) => send('GET', path, sent),
    search: (body: Values) => send('POST', '/api/v2/search', { body }),
    /** With a key, so that the client may send it again. */
    write: (method: 'POST' | 'PUT', path: string, sent: SentCall) =>
      send(method, path, sent, { 'Idempotency-Key': randomUUID() }),

    /** All elements of a list, over all its pages. */
    async readAll (path: string, { path: values }: SentCall, name: string): Promise<Values[]> {
      const pages = cutroom.pages as unknown as (path: string, options: object) => AsyncIterable<Values>
      const all: Values[] = []
      for await (const page of pages(path, { params: { path: values }, signal })) all.push(...page[name])
      return all
    }
  }
}

function cursorIn ({ headers }: Response): string | null {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return next === undefined ? null : new URL(next, 'http://localhost').searchParams.get('cursor')
}

/** What a request to an item, or to something below it, is made of. */
export function ofItem ({ type, id }: Named, below = '', sent: SentCall = {}): [path: string, sent: SentCall] {
  return [`/api/v2/${type}s/{${type}_id}${below}`, { ...sent, path: { ...sent.path, [`${type}_id`]: id } }]
}
