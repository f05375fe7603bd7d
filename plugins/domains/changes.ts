import fp from 'fastify-plugin'
import { createChangeJobs } from '../../src/changes/jobs.js'
import { createChanges, type Changes } from '../../src/changes/changes.js'

declare module 'fastify' {
  interface FastifyInstance { changes: Changes }
}

export default fp(async function changes (app) {
  const changes = createChanges(app)
  app.decorate('changes', changes)
  app.jobs.push(...createChangeJobs({ database: app.database.background, transact: app.transactInBackground }))
  // Who waits is answered, so that a stop need not wait for them.
  app.addHook('preClose', async () => changes.stop())
}, { name: 'changes', dependencies: ['database', 'transact'] })
