import cookie from '@fastify/cookie'
import fp from 'fastify-plugin'
import { createSessionCookie, type SessionCookie } from '../../src/http/session-cookie.js'

declare module 'fastify' {
  interface FastifyInstance { sessionCookie: SessionCookie }
}

/** The cookie of people's sessions. Cookies are parsed only where one may count: requests with keys have none. */
export default fp(async function sessionCookie (app) {
  await app.register(cookie, { hook: false })
  app.decorate('sessionCookie', createSessionCookie(app.config))
}, { name: 'session-cookie', dependencies: ['config'] })
