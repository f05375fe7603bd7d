import fp from 'fastify-plugin'
import { createChanges, type Changes } from '../../src/changes/changes.js'

declare module 'fastify' {
  interface FastifyInstance { changes: Changes }
}

export default fp(async function changes (app) {
  const changes = createChanges(app)
  app.decorate('changes', changes)
  // Who waits is answered, so that a stop need not wait for them.
  app.addHook('preClose', async () => changes.stop())
}, { name: 'changes', dependencies: ['database', 'transact'] })
