import type { FastifyInstance, InjectOptions } from 'fastify'
import { checkConformance } from './conformance.js'
import { LoopGuard } from './loop-guard.js'

/** With LOOP_GUARD=1, a test fails if one of its requests blocks the event loop. */
const loopGuard = process.env.LOOP_GUARD === '1' ? new LoopGuard() : null

/** An answer, as a client sees it. */
export interface Answer {
  readonly status: number
  /** The parsed body; null if it is empty. */
  readonly body: any
  readonly text: string
  readonly headers: Record<string, unknown>
}

export type Client = ReturnType<typeof createClient>

/** Sends requests with one key, and bodies as JSON. Every answer is checked against the API document. */
export function createClient (app: FastifyInstance, apiKey: string | null) {
  async function send (
    method: InjectOptions['method'], path: string, body?: unknown, headers: Record<string, string> = {}
  ): Promise<Answer> {
    const url = path.startsWith('/') ? path : `/api/v2/${path}`
    const ask = () =>
      app.inject({
        method,
        url,
        headers: {
          ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers
        },
        payload: body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      })
    const reply = loopGuard === null
      ? await ask()
      : await loopGuard.watch(`${method} ${url.slice(0, 100)}`, async () => ask())
    const contentType = String(reply.headers['content-type'])
    const parsed = contentType.startsWith('application/json') && reply.body !== '' ? reply.json() : null
    const answer = { status: reply.statusCode, body: parsed, text: reply.body, headers: reply.headers }
    checkConformance(app, method!, url, { ...answer, contentType })
    return answer
  }
  return {
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown) => send('POST', path, body),
    put: (path: string, body?: unknown) => send('PUT', path, body),
    delete: (path: string, body?: unknown) => send('DELETE', path, body)
  }
}

/** Fails if a request has blocked the event loop since it was asked the last time. */
export function throwOffences (): void {
  const offences = loopGuard?.offences.splice(0) ?? []
  if (offences.length > 0) throw new Error(offences.join(', '))
}
