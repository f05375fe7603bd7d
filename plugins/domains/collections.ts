import fp from 'fastify-plugin'
import { createCollections, type Collections } from '../../src/collections/collections.js'

declare module 'fastify' {
  interface FastifyInstance { collections: Collections }
}

export default fp(async function collections (app) {
  app.decorate('collections', createCollections(app))
}, { name: 'collections', dependencies: ['database', 'authentication'] })
