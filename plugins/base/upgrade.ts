import fp from 'fastify-plugin'
import { addUpgradeMetrics } from '../../src/upgrade/metrics.js'
import { createUpgradeJob } from '../../src/upgrade/jobs.js'

/** Finishes an upgrade when the processes of the older release are gone. */
export default fp(async function upgrade (app) {
  const { bus, database, jobs, metrics, versionGuard: guard, transactInBackground: transact } = app
  jobs.push(createUpgradeJob({ transact, bus, guard }))
  addUpgradeMetrics({ metrics, database: database.background })
}, { name: 'upgrade', dependencies: ['database', 'metrics', 'transact', 'version-guard'] })
