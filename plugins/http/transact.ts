import fp from 'fastify-plugin'
import { consumers } from '../../src/consumers.js'
import { createBus, type Bus } from '../../src/core/events/bus.js'
import { createTransact, type Transact } from '../../src/core/transact.js'

declare module 'fastify' {
  interface FastifyInstance {
    bus: Bus
    transact: Transact
    /** The same door, over the connections of the background loop. */
    transactInBackground: Transact
  }
}

/** The door for writes, and the bus that wakes jobs after commits. */
export default fp(async function transact (app) {
  const bus = createBus()
  app.decorate('bus', bus)
  app.decorate('transact', createTransact({ database: app.database, bus, consumers }))
  app.decorate('transactInBackground', createTransact({ database: app.database.background, bus, consumers }))
}, { name: 'transact', dependencies: ['database'] })
