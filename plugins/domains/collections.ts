import fp from 'fastify-plugin'
import { createCollections, type Collections } from '../../src/collections/collections.js'
import { COLLECTIONS_JOB, removeLeftovers } from '../../src/collections/leftovers.js'

declare module 'fastify' {
  interface FastifyInstance { collections: Collections }
}

/** The longest delay before a removal of a killed process resumes. */
const LEFTOVERS_MS = 5000

export default fp(async function collections (app) {
  app.decorate('collections', createCollections(app))
  const background = { database: app.database.background, transact: app.transactInBackground }
  app.jobs.push({ name: COLLECTIONS_JOB, intervalMs: LEFTOVERS_MS, run: removeLeftovers(background) })
}, { name: 'collections', dependencies: ['database', 'transact', 'authentication'] })
