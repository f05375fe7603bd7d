import fp from 'fastify-plugin'
import { timeSearches } from '../../src/search/figures.js'
import { createFinder, type Finder } from '../../src/search/search.js'

declare module 'fastify' {
  interface FastifyInstance { finder: Finder }
}

export default fp(async function search (app) {
  const { database, metrics } = app
  app.decorate('finder', createFinder({ database, observe: timeSearches(metrics) }))
}, { name: 'search', dependencies: ['database', 'metrics'] })
