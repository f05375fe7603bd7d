import fp from 'fastify-plugin'
import { createBulk, type Bulk } from '../../src/bulk/bulk.js'
import { createBulkRoutes } from '../../src/bulk/routes.js'

declare module 'fastify' {
  interface FastifyInstance { bulk: Bulk }
}

/** Bulks. The plugin collects the routes of operations, so it is loaded before them. */
export default fp(async function bulk (app) {
  const routes = createBulkRoutes('inBulk')
  app.addHook('onRoute', function collectRoute (route) {
    routes.add(app, route)
  })
  app.decorate('bulk', createBulk({
    cascades: app.cascades,
    log: app.log,
    routes,
    hasOneWriter: app.database.reads.sql.dialect.hasOneWriter
  }))
}, { name: 'bulk', dependencies: ['transact', 'trash', 'idempotency'] })
