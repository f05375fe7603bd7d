import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { partyOf } from '#src/access/network.js'
import { ProviderUserRefused } from '#src/access/by-provider.js'
import { NotFound, Overloaded } from '#src/errors.js'
import { beginSession } from '#src/http/begin-session.js'
import { NoParameters } from '#src/http/schemas.js'
import { ProviderFailure } from '#src/oidc/provider.js'
import { createGate } from '#src/work/turns/gate.js'
import { replies } from '../../schemas.js'
import { LedOn, sessionTag } from '../schemas.js'

/** Sign-ins that wait for the provider at the same time, and for how long others wait for their turn. */
const AT_ONCE = 20
const LONGEST_WAIT_MS = 30_000

const oidc: FastifyPluginAsyncTypebox = async function (app) {
  const gate = createGate({ atOnce: AT_ONCE, longestWaitMs: LONGEST_WAIT_MS })
  const failures = [new NotFound(), new Overloaded()] as const

  app.get('/', {
    config: { public: true },
    onRequest: requireProvider,
    schema: {
      tag: sessionTag,
      summary: 'Sign in with the provider: redirect to its page',
      description: 'This request is for browsers. No key is required. The provider must answer within ten minutes.',
      querystring: NoParameters,
      response: replies({ 303: LedOn }, ...failures)
    }
  }, async function sendToProvider (request, reply) {
    return inTurn(request, reply, async () => {
      const { provider, cookie } = app.oidc!
      const { url, checks } = await provider.begin()
      cookie.add(request, reply, checks)
      return url
    })
  })

  app.get('/callback', {
    config: { public: true },
    onRequest: requireProvider,
    schema: {
      tag: sessionTag,
      summary: 'Sign in with the provider: return from its page',
      description:
        'The provider redirects browsers to this path. The answer redirects to the console, with a session or with the reason why there is none.',
      response: replies({ 303: LedOn }, ...failures)
    }
  }, async function createSessionByProvider (request, reply) {
    return inTurn(request, reply, async () => {
      const { provider, byProvider, cookie } = app.oidc!
      const query = request.originalUrl.replace(/^[^?]*\??/, '')
      const checks = cookie.take(request, reply, new URLSearchParams(query).get('state'))
      if (typeof checks === 'string') return signInPage(checks)
      await beginSession(request, reply, {
        by: 'provider',
        signIn: async ({ userAgent }) => byProvider.enter(await provider.end(query, checks), userAgent)
      })
      return `${app.config.PUBLIC_URL!}/console/`
    })
  })

  async function requireProvider (): Promise<void> {
    if (app.oidc === null) throw new NotFound()
  }

  /** Redirects to the URL that the work returns or, after a failure, to the sign-in page with the reason. */
  async function inTurn (request: FastifyRequest, reply: FastifyReply, work: () => Promise<string>) {
    const url = await gate.pass(partyOf(request.remoteAddress), work).catch((error: unknown) => {
      if (!(error instanceof ProviderFailure || error instanceof ProviderUserRefused)) throw error
      request.log.warn({ reason: error.reason, detail: error.message }, 'sign-in by the provider failed')
      return signInPage(error.reason)
    })
    return reply.header('cache-control', 'no-store').redirect(url, 303)
  }

  /** The reason is in the fragment, which browsers never send. */
  function signInPage (reason: string): string {
    return `${app.config.PUBLIC_URL!}/console/#sign-in=${reason}`
  }
}

export default oidc
