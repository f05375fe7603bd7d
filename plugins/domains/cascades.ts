import fp from 'fastify-plugin'
import { createCascades, type Cascades } from '../../src/trash/cascades.js'

declare module 'fastify' {
  interface FastifyInstance { cascades: Cascades }
}

/** Trash, restore and delete of large projects. A stop does not wait for their end: the next start goes on with them. */
export default fp(async function cascades (app) {
  app.decorate('cascades', createCascades(app))
  app.addHook('preClose', async () => app.cascades.stop())
}, { name: 'cascades', dependencies: ['database', 'transact'] })
