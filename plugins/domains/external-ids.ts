import fp from 'fastify-plugin'
import { createExternalIds, type ExternalIds } from '../../src/external-ids/external-ids.js'

declare module 'fastify' {
  interface FastifyInstance { externalIds: ExternalIds }
}

export default fp(async function externalIds (app) {
  app.decorate('externalIds', createExternalIds(app))
}, { name: 'external-ids', dependencies: ['database'] })
