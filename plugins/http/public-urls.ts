import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import { BadRequest } from '../../src/errors.js'
import { createPublicUrls, type PublicUrls } from '../../src/http/public-url.js'

declare module 'fastify' {
  interface FastifyInstance { publicUrls: PublicUrls }
}

/** The URLs that the service hands out. A request that names two hosts is refused (RFC 9112, 3.2). */
export default fp(async function publicUrls (app) {
  app.decorate('publicUrls', createPublicUrls(app.config, app.server))
  app.addHook('onRequest', function requireOneHost ({ raw }, _reply, done) {
    done(countHosts(raw) > 1 ? new BadRequest() : undefined)
  })
}, { name: 'public-urls', dependencies: ['config'] })

function countHosts ({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}
