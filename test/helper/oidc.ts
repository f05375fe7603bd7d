import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'
import type { Test } from 'tap'
import type { FastifyInstance } from 'fastify'
import type { Answer } from './app.js'
import { createVisitor, type Visitor } from './visitor.js'

export const SITE = 'https://media.example.com'
const CLIENT = { id: 'cutroom', secret: 'a secret of the client' }

/** The identity of a person at the provider. */
export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: unknown
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A real provider on this machine, at which one person is signed in. It ends with the test. */
export async function startProvider (t: Test) {
  let keys: ReturnType<typeof newKeys>
  let serve: Handler = (_request, response) => response.destroy()
  const state = {
    person: { sub: 'ann-1', email: 'ann@example.com', email_verified: true } as Person,
    /** Whether the person or the provider refuses the sign-in. */
    refuses: false,
    /** Handlers that answer instead of the provider, by path. */
    instead: {} as Record<string, Handler>
  }
  const server = createServer((request, response) => {
    const handler = state.instead[new URL(request.url!, issuer).pathname]
    if (handler === undefined) serve(request, response)
    else handler(request, response)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => { server.once('listening', resolve) })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Restarts the provider with new keys. */
  function start (more: Configuration = {}): void {
    keys = newKeys()
    const provider = new Provider(issuer, {
      clients: [{
        client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${SITE}/api/v2/session/oidc/callback`]
      }],
      jwks: {
        keys: [{ ...keys.privateKey.export({ format: 'jwk' }), kid: keys.kid, alg: 'RS256', use: 'sig' }] as never
      },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      cookies: { keys: ['a key of cookies'] },
      findAccount: (_context, accountId) =>
        ({ accountId, claims: () => ({ ...state.person, sub: accountId }) }) as never,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      ...more
    })
    const callback = provider.callback()
    serve = (request, response) => {
      if (!request.url!.startsWith('/interaction/')) return callback(request, response)
      finish(provider, request, response).catch((error: unknown) => response.destroy(error as Error))
    }
  }

  async function finish (provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state.refuses) return provider.interactionFinished(request, response, { error: 'access_denied' })
    const grant = new provider.Grant({ accountId: state.person.sub, clientId: CLIENT.id })
    grant.addOIDCScope('openid email')
    const grantId = await grant.save()
    const { sub: accountId } = state.person
    await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
  }

  start()
  return {
    issuer,
    state,
    start,
    environment: {
      PUBLIC_URL: SITE,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Keycloak'
    },
    /** Makes the token endpoint answer with these claims, signed with the provider's key or another one. */
    sayToken (claims: object, key: KeyObject = keys.privateKey): void {
      const now = Math.floor(Date.now() / 1000)
      const all = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, ...state.person, ...claims }
      const idToken = signed({ alg: 'RS256', kid: keys.kid }, all, key)
      state.instead['/token'] = (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: idToken }))
      }
    }
  }
}

const pairs: Array<ReturnType<typeof makeKeys>> = []
let given = 0

function makeKeys () {
  return { ...generateKeyPairSync('rsa', { modulusLength: 2048 }), kid: randomUUID() }
}

/** Other keys than the last ones. Three pairs take turns, as making one takes half a second of a processor. */
export function newKeys () {
  const place = given++ % 3
  pairs[place] ??= makeKeys()
  return pairs[place]
}

function signed (header: object, claims: object, key: KeyObject): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

/** Begins a sign-in in a browser, up to the redirect back from the provider. */
export async function goToProvider (app: FastifyInstance, visitor: Visitor = createVisitor(app, {})) {
  const begun = await visitor.get('session/oidc')
  const [, state, nonce] = (visitor.cookies.get('cutroom_oidc') ?? '').split('.')
  let url = String(begun.headers.location)
  const cookies = new Map<string, string>()
  while (!url.startsWith(SITE)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`The provider leads nowhere: ${answer.status} ${await answer.text()}`)
    url = new URL(next, url).href
  }
  return { visitor, begun, state, nonce, back: url.slice(SITE.length) }
}

/** Completes a sign-in. Returns the browser, and the place to which the service redirects it. */
export async function signInByProvider (
  app: FastifyInstance
): Promise<{ visitor: Visitor, to: string, answer: Answer }> {
  const { visitor, begun, back } = await goToProvider(app)
  const answer = back === '' ? begun : await visitor.get(back)
  return { visitor, to: String(answer.headers.location), answer }
}

/** Whether the browser has a session. */
export async function isIn (visitor: Visitor): Promise<boolean> {
  return (await visitor.get('user', { 'x-requested-with': 'cutroom' })).status === 200
}
