import fp from 'fastify-plugin'
import { createArrivalJobs } from '../../src/drop-folders/arrivals/jobs.js'
import { arrivals, type Arrivals } from '../../src/drop-folders/arrivals/list.js'
import { saysPaused } from '../../src/drop-folders/definitions/pause.js'
import { createArrivalUploads, type ArrivalUploads } from '../../src/drop-folders/uploads/uploads.js'
import { createDefinitions, type Definitions } from '../../src/drop-folders/definitions/definitions.js'

declare module 'fastify' {
  interface FastifyInstance {
    dropFolders: Definitions
    arrivals: Arrivals
    arrivalUploads: ArrivalUploads
  }
}

export default fp(async function dropFolders (app) {
  const { locations, richTextCleaner, log, worker } = app
  app.decorate('dropFolders', createDefinitions({ locations, tools: { cleanRichText: richTextCleaner.clean }, log }))
  app.decorate('arrivals', arrivals)
  app.decorate('arrivalUploads', createArrivalUploads(app.media))
  const { jobs, stop } = createArrivalJobs({
    database: app.database.background,
    transact: app.transactInBackground,
    worker,
    locations,
    log,
    sumOf: app.media.sumOf
  })
  app.jobs.push(...jobs)
  app.versionGuard.signal.addEventListener('abort', () => { stop() })
  app.addHook('onReady', async () => {
    const paused = await saysPaused(app.database.reads.sql)
    if (paused !== null) log.warn(`${paused}: unpause those that this one is to look at`)
  })
  app.addHook('onClose', stop)
}, {
  name: 'drop-folders',
  dependencies: [
    'locations', 'fields', 'authentication', 'database', 'transact', 'worker', 'version-guard', 'media'
  ]
})
