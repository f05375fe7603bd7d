import fp from 'fastify-plugin'
import { createChangeJobs } from '../../src/changes/jobs.js'
import { createNumbering } from '../../src/changes/numbering.js'
import { createChanges, type Changes } from '../../src/changes/changes.js'
import { addChangeMetrics } from '../../src/changes/metrics.js'

declare module 'fastify' {
  interface FastifyInstance {
    changes: Changes
    /** Gives all changes that are committed their numbers. */
    numberChanges: () => Promise<void>
  }
}

export default fp(async function changes (app) {
  const { database, bus, metrics } = app
  // It follows every commit, so it uses the connections for background work.
  const numberCommitted = createNumbering({ database: database.background, transact: app.transactInBackground })
  // When this process may no longer write, others number changes.
  const numberAll = async () => app.versionGuard.signal.aborted ? undefined : numberCommitted()
  const changes = createChanges({ database, bus, numberAll })
  app.decorate('changes', changes)
  app.decorate('numberChanges', numberAll)
  app.jobs.push(...createChangeJobs({ database, numberAll }))
  addChangeMetrics({ metrics, database, changes })
  // Waiting requests are answered, so that a stop need not wait for them.
  app.addHook('preClose', async () => changes.stop())
}, { name: 'changes', dependencies: ['database', 'transact', 'metrics', 'version-guard'] })
