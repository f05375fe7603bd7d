import fp from 'fastify-plugin'
import type { Database } from '../../src/database/database.js'

declare module 'fastify' {
  interface FastifyInstance { database: Database }
}

/** The database, opened and migrated. It is closed after everything that uses it. */
export default fp<{ database: Database }>(async function database (app, { database }) {
  app.decorate('database', database)
  app.addHook('onClose', () => database.close())
}, { name: 'database' })
