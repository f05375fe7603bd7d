import fp from 'fastify-plugin'
import { addSearchMetrics, timeSearches } from '../../src/search/metrics.js'
import { createSearchJobs } from '../../src/search/jobs.js'
import { createFinder, type Finder } from '../../src/search/search.js'

declare module 'fastify' {
  interface FastifyInstance { finder: Finder }
}

export default fp(async function search (app) {
  const { database, metrics, log, versionGuard } = app
  app.decorate('finder', createFinder({ database, observe: timeSearches(metrics) }))
  app.jobs.push(...createSearchJobs({
    database: database.background,
    transact: app.transactInBackground,
    log,
    mayRenew: versionGuard.isFinished
  }))
  addSearchMetrics({ metrics, database })
}, { name: 'search', dependencies: ['database', 'transact', 'metrics', 'version-guard'] })
