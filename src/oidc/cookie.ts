import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '../basics/units.js'
import { publicPath, type Config } from '../process/config.js'
import type { Checks } from './provider.js'

const NAME = 'cutroom_oidc'
const LIFETIME_MS = 10 * MINUTE_MS
/** Nothing that this service makes is longer. */
const LONGEST = 1000

/** The cookie of a sign-in that is under way at the provider. It is valid for ten minutes, and for one use. */
export function createCheckCookie (config: Config, clock = Date.now) {
  const attributes = {
    httpOnly: true,
    // The provider's page redirects back here, and browsers would not send a Strict cookie then.
    sameSite: 'lax',
    secure: config.PUBLIC_URL?.startsWith('https:') === true,
    path: `${publicPath(config)}/api/v2/session/oidc`
  } as const

  function send (reply: FastifyReply, value: string, lifetime: { maxAge?: number, expires?: Date }): void {
    reply.header('set-cookie', reply.server.serializeCookie(NAME, value, { ...attributes, ...lifetime }))
  }

  return {
    write (reply: FastifyReply, { state, nonce, verifier }: Checks): void {
      send(reply, [clock(), state, nonce, verifier].join('.'), { maxAge: LIFETIME_MS / SECOND_MS })
    },
    /** Null if there is none, or it has expired. */
    read ({ headers: { cookie }, server }: Pick<FastifyRequest, 'headers' | 'server'>): Checks | null {
      const value = cookie === undefined ? undefined : server.parseCookie(cookie)[NAME]
      if (value === undefined || value.length > LONGEST) return null
      const [at, state, nonce, verifier, ...more] = value.split('.')
      if (!state || !nonce || !verifier || more.length > 0) return null
      const ageMs = clock() - Number(at)
      return ageMs >= 0 && ageMs < LIFETIME_MS ? { state, nonce, verifier } : null
    },
    clear: (reply: FastifyReply): void => send(reply, '', { expires: new Date(0) })
  }
}
