import type { FastifyReply, FastifyRequest } from 'fastify'
import { KEPT_MS } from '../access/session-writes.js'
import { SECOND_MS } from '../basics/units.js'
import { publicPath, type Config } from '../process/config.js'

const NAME = 'cutroom_session'
/** A header that no page of another site can send, unless CORS allows it: a form has no headers. */
const OWN_HEADER = 'x-requested-with'
const OWN = 'cutroom'

type CookieRequest = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>

export interface SessionCookie {
  /** The token of the session, if the request has one and comes from a page of this service. */
  readonly read: (request: CookieRequest & Pick<FastifyRequest, 'server'>) => string | null
  /** Whether a page of this service has sent the request, or a program that says so. */
  readonly isOwn: (request: CookieRequest) => boolean
  /** The cookie of a session that is not kept ends with the browser. */
  readonly write: (reply: FastifyReply, token: string, options?: { keep?: boolean }) => void
  readonly clear: (reply: FastifyReply) => void
}

export function createSessionCookie (config: Config): SessionCookie {
  const { PUBLIC_URL: url } = config
  const ownOrigin = url === undefined ? null : new URL(url).origin
  const attributes = {
    httpOnly: true,
    sameSite: 'strict',
    secure: url?.startsWith('https:') === true,
    path: publicPath(config) || '/'
  } as const

  function isOwn ({ headers, protocol, host }: CookieRequest): boolean {
    if (headers[OWN_HEADER] !== OWN) return false
    return headers.origin === undefined || headers.origin === (ownOrigin ?? `${protocol}://${host.toLowerCase()}`)
  }

  function send (reply: FastifyReply, token: string, lifetime: { maxAge?: number, expires?: Date }): void {
    reply.header('set-cookie', reply.server.serializeCookie(NAME, token, { ...attributes, ...lifetime }))
  }

  return {
    isOwn,
    read (request) {
      const { cookie } = request.headers
      if (cookie === undefined || !isOwn(request)) return null
      return request.server.parseCookie(cookie)[NAME] ?? null
    },
    write (reply, token, { keep = false } = {}) {
      send(reply, token, keep ? { maxAge: KEPT_MS / SECOND_MS } : {})
    },
    clear: (reply) => send(reply, '', { expires: new Date(0) })
  }
}
