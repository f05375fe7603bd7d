import fp from 'fastify-plugin'
import { createBus, type Bus } from '../src/events/bus.js'
import { createTransact, type Transact } from '../src/transact.js'
import { openOutbox } from '../src/webhooks/outbox/outbox.js'

declare module 'fastify' {
  interface FastifyInstance {
    bus: Bus
    transact: Transact
  }
}

/** The door for writes, and the bus that tells of commits. */
export default fp(async function transact (app) {
  const bus = createBus()
  app.decorate('bus', bus)
  app.decorate('transact', createTransact({ database: app.database, bus, openOutbox }))
}, { name: 'transact', dependencies: ['database'] })
