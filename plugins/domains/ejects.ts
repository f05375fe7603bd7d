import fp from 'fastify-plugin'
import { createEjects, type Ejects } from '../../src/ejects/ejects.js'
import { createEjectJobs } from '../../src/ejects/jobs.js'

declare module 'fastify' {
  interface FastifyInstance { ejects: Ejects }
}

export default fp(async function ejects (app) {
  const { database, locations, media, log, worker } = app
  app.decorate('ejects', createEjects({ database }))
  const { jobs, stop } = createEjectJobs({
    database: database.background, transact: app.transactInBackground, locations, media, log, worker
  })
  app.jobs.push(...jobs)
  app.versionGuard.signal.addEventListener('abort', () => { stop().catch(() => {}) })
  app.addHook('onClose', () => stop())
}, { name: 'ejects', dependencies: ['locations', 'media', 'drop-folders', 'worker', 'version-guard', 'authentication'] })
