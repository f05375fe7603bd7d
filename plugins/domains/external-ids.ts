import fp from 'fastify-plugin'
import { externalIds, type ExternalIds } from '../../src/items/external-ids.js'

declare module 'fastify' {
  interface FastifyInstance { externalIds: ExternalIds }
}

export default fp(async function externalIdsPlugin (app) {
  app.decorate('externalIds', externalIds)
}, { name: 'external-ids', dependencies: ['authentication'] })
