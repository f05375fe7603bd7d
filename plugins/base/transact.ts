import fp from 'fastify-plugin'
import type { Job } from '../../src/work/loop/loop.js'
import { consumers } from '../../src/consumers.js'
import { domains } from '../../src/domains.js'
import { releases } from '../../src/releases.js'
import { createBus, type Bus } from '../../src/core/events/bus.js'
import { createTransact, type Transact } from '../../src/core/transact.js'

declare module 'fastify' {
  interface FastifyInstance {
    bus: Bus
    transact: Transact
    /** The same over the connections for background work. */
    transactInBackground: Transact
    /** Background jobs: those of the domains, and what plugins add. */
    jobs: Job[]
  }
}

/** The functions for writes, the list of jobs, and the bus that wakes jobs after commits. */
export default fp(async function transact (app) {
  const bus = createBus()
  app.decorate('bus', bus)
  const door = { bus, consumers, releases, guard: app.versionGuard }
  app.decorate('transact', createTransact({ database: app.database, ...door }))
  const { background: database } = app.database
  const background = { database, transact: createTransact({ database, ...door }) }
  app.decorate('transactInBackground', background.transact)
  app.decorate('jobs', domains.flatMap(({ jobs }) => jobs?.(background) ?? []))
}, { name: 'transact', dependencies: ['database', 'version-guard'] })
