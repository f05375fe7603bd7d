import fp from 'fastify-plugin'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Caller } from '../../src/core/caller.js'
import { createUnit, type Unit } from '../../src/core/unit.js'
import { KEYS } from '../../src/access/bus.js'
import { saveKeyUsage } from '../../src/access/usage.js'
import { createKeyCache, type KeyCache, type KnownKey } from '../../src/access/key-cache.js'
import { createSessionCache, type KnownSession, type SessionCache } from '../../src/access/session-cache.js'
import { createSessionWatch, type SessionWatch } from '../../src/access/session-watch.js'
import { AgentKey, ReadOnlyKey, Unauthorized } from '../../src/errors.js'

const API = '/api/v2'
const ADMIN = `${API}/admin`

const SAVE_USAGE_MS = 60_000

declare module 'fastify' {
  interface FastifyInstance {
    keyCache: KeyCache
    sessionCache: SessionCache
    /** Whose request it is, and null if the key or the session has ended since. For requests that last. */
    identify: (request: FastifyRequest) => Promise<Caller | null>
    /** Ends requests that last with their session. */
    sessionWatch: SessionWatch
  }
  interface FastifyRequest {
    /** The sender of the request. Not set on public routes. */
    caller: Caller
    /** The unit of work of the request. */
    unit: Unit
    /** The key of the request; null if it has a session. Not set on public routes. */
    apiKey: KnownKey | null
    /** The session of the request; null if it has a key. Not set on public routes. */
    session: KnownSession | null
  }
  interface FastifyContextConfig {
    /** Whether the route is for everybody: it needs no key, is not counted, and answers whatever there is to do. */
    public?: boolean
    /** Whether the route only reads, although its method is not GET. Read-only keys may use it. */
    reads?: boolean
    /** Whether it hands out steps of runs. Keys for agents may use nothing else. */
    claims?: true
  }
}

type Known = KnownKey | KnownSession

/**
 * Requires a key or a session before anything else, on every route that is neither public nor for guests or programs,
 * and an administrator's below `admin`. The route decides, not the path as sent, which has many spellings. Read-only
 * keys, and those of agents, are refused before parameters are checked.
 */
export default fp(async function authentication (app) {
  const keyCache = createKeyCache(app)
  const sessionCache = createSessionCache(app)
  const sessionWatch = createSessionWatch(app)
  app.decorate('sessionWatch', sessionWatch)
  app.bus.listen(KEYS, sessionWatch.look)
  app.addHook('onClose', async () => sessionWatch.stop())
  app.decorate('keyCache', keyCache)
  app.decorate('sessionCache', sessionCache)
  app.bus.listen(KEYS, keyCache.forget)
  app.bus.listen(KEYS, sessionCache.forget)
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('unit', null as unknown as Unit)
  app.decorateRequest('apiKey', null)
  app.decorateRequest('session', null)
  app.decorate('identify', async (request) => (await recognise(request))?.caller ?? null)

  /** A key wins over a session. */
  function recognise (request: FastifyRequest): Known | null | Promise<Known | null> {
    const key = request.headers['x-api-key']
    if (key !== undefined) return typeof key === 'string' && key !== '' ? keyCache.recognise(key) : null
    const token = app.sessionCookie.read(request)
    return token === null ? null : sessionCache.recognise(token)
  }

  const saveUsage = () =>
    saveKeyUsage({ database: app.database.background, transact: app.transactInBackground, keyCache, sessionCache })
  app.jobs.push({ name: 'key-usage', everywhere: true, intervalMs: SAVE_USAGE_MS, run: saveUsage })
  // The process must stop even if the database takes no writes.
  app.addHook(
    'onClose',
    () =>
      saveUsage().catch((error: unknown) =>
        app.log.error({ err: error }, 'when keys were last used could not be recorded')
      )
  )

  // Known keys need no promise, which would slow down every request.
  app.addHook('onRequest', function authenticate (request, _reply, done) {
    const path = request.is404 ? decodedPath(request) : request.routeOptions.url!
    if (request.is404 ? !isBelow(path, API) : isWithoutKey(request.routeOptions.config)) return done()
    const known = recognise(request)
    if (known instanceof Promise) known.then((known) => done(refusal(request, path, known)), done)
    else done(refusal(request, path, known))
  })
}, { name: 'authentication', dependencies: ['database', 'transact', 'session-cookie'] })

/** The refusal of a request with this key or session. If there is none, the request gets its caller. */
function refusal (request: FastifyRequest, path: string, known: Known | null): Error | undefined {
  if (known === null || (isBelow(path, ADMIN) && !known.caller.admin)) return new Unauthorized()
  if ('keyId' in known) {
    if (known.scope === 'read' && !reads(request)) return new ReadOnlyKey()
    if (known.scope === 'agent' && request.routeOptions.config.claims !== true) return new AgentKey()
    request.apiKey = known
  } else request.session = known
  request.caller = known.caller
  request.unit = createUnit(request.server, known.caller)
}

/** Guests send the token of a link in place of a key, and programs that of a step. */
function isWithoutKey ({ public: isPublic, shared, ofRun }: FastifyContextConfig): boolean {
  return isPublic === true || shared !== undefined || ofRun === true
}

function reads ({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || routeOptions.config.reads === true
}

function isBelow (path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** The path of an unknown route. It decides only which refusal is sent. */
function decodedPath (request: FastifyRequest): string {
  const path = request.originalUrl.replace(/[?#][^]*/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
