import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '../basics/units.js'
import { publicPath, type Config } from '../process/config.js'
import type { Checks } from './provider.js'

const NAME = 'cutroom_oidc'
const LIFETIME_MS = 10 * MINUTE_MS
/** Sign-ins under way in one browser, in several tabs: beginning more ends the oldest. */
const MOST = 5
/** Nothing that this service makes is longer. */
const LONGEST = 1500

/** What the cookie has of one sign-in: when it began, and its checks. */
interface Begun extends Checks { readonly at: number }

/**
 * The cookie of the sign-ins that are under way at the provider, the newest first. Each is valid for ten minutes, and
 * for one use.
 */
export function createCheckCookie (config: Config, clock = Date.now) {
  const attributes = {
    httpOnly: true,
    // The provider's page redirects back here, and browsers would not send a Strict cookie then.
    sameSite: 'lax',
    secure: config.PUBLIC_URL?.startsWith('https:') === true,
    path: `${publicPath(config)}/api/v2/session/oidc`
  } as const

  function send (reply: FastifyReply, begun: readonly Begun[]): void {
    const value = begun.map(({ at, state, nonce, verifier }) => [at, state, nonce, verifier].join('.')).join('~')
    const lifetime = begun.length === 0 ? { expires: new Date(0) } : { maxAge: LIFETIME_MS / SECOND_MS }
    reply.header('set-cookie', reply.server.serializeCookie(NAME, value, { ...attributes, ...lifetime }))
  }

  /** Those that are still valid. */
  function read ({ headers: { cookie }, server }: Pick<FastifyRequest, 'headers' | 'server'>): Begun[] {
    const value = cookie === undefined ? undefined : server.parseCookie(cookie)[NAME]
    if (value === undefined || value.length > LONGEST) return []
    return value.split('~').flatMap((text) => {
      const [at, state, nonce, verifier, ...more] = text.split('.')
      if (!state || !nonce || !verifier || more.length > 0) return []
      const ageMs = clock() - Number(at)
      return ageMs >= 0 && ageMs < LIFETIME_MS ? [{ at: Number(at), state, nonce, verifier }] : []
    })
  }

  return {
    /** Adds a sign-in. */
    add (request: FastifyRequest, reply: FastifyReply, checks: Checks): void {
      send(reply, [{ at: clock(), ...checks }, ...read(request)].slice(0, MOST))
    },
    /** Takes the sign-in with this state, or the reason why there is none. The others stay under way. */
    take (request: FastifyRequest, reply: FastifyReply, state: string | null): Checks | 'expired' | 'failed' {
      const begun = read(request)
      const found = begun.find((one) => one.state === state)
      if (found === undefined && begun.length > 0) return 'failed'
      send(reply, begun.filter((one) => one !== found))
      return found ?? 'expired'
    }
  }
}
