import fp from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../src/access/caller.js'
import { createKeyring, type Keyring } from '../src/access/keyring.js'
import { Unauthorized } from '../src/errors.js'

const API = '/api/v2'
const ADMIN = `${API}/admin`

declare module 'fastify' {
  interface FastifyInstance { keyring: Keyring }
  interface FastifyRequest {
    /** Who sent the request. Not set on public routes. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Whether the route answers without a key. */
    public?: boolean
  }
}

/**
 * Asks for a key before anything else is looked at, on every route that does not say that it is public, and for an administrator's
 * below `admin`. Decides by the route and not by the path as it was sent, which can be written in many ways.
 */
export default fp(async function authentication (app) {
  const keyring = createKeyring(app)
  app.decorate('keyring', keyring)
  app.decorateRequest('caller', null as unknown as Caller)

  app.addHook('onRequest', async function authenticate (request) {
    const path = request.is404 ? decodedPath(request) : request.routeOptions.url!
    if (request.is404 ? !isBelow(path, API) : request.routeOptions.config.public === true) return
    const key = request.headers['x-api-key']
    const caller = typeof key === 'string' && key !== '' ? await keyring.identify(key) : null
    if (caller === null || (isBelow(path, ADMIN) && !caller.admin)) throw new Unauthorized()
    request.caller = caller
  })
}, { name: 'authentication', dependencies: ['database'] })

function isBelow (path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** For paths that lead nowhere: all that depends on it is which refusal is sent. */
function decodedPath (request: FastifyRequest): string {
  const path = request.originalUrl.replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
