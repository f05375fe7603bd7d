import fp from 'fastify-plugin'
import { createPublicUrls, type PublicUrls } from '../../src/http/public-url.js'

declare module 'fastify' {
  interface FastifyInstance { publicUrls: PublicUrls }
}

export default fp(async function publicUrls (app) {
  app.decorate('publicUrls', createPublicUrls(app.config, app.server))
}, { name: 'public-urls', dependencies: ['config'] })
