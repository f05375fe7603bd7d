import fp from 'fastify-plugin'
import type { Job } from '../../src/work/loop/loop.js'
import { incomingFolder } from '../../src/process/media-folders.js'
import { createExports, type Exports } from '../../src/transfer/export/export.js'
import { imports, type Imports } from '../../src/transfer/import/imports.js'
import { createImportJob } from '../../src/transfer/import/job.js'
import { createImportReceiver, type ImportReceiver } from '../../src/transfer/import/receive.js'
import { addImportMetrics, createExportCounter, createRowCounter } from '../../src/transfer/metrics.js'

declare module 'fastify' {
  interface FastifyInstance {
    exports: Exports
    imports: Imports
    importReceiver: ImportReceiver
    importJob: Job
  }
}

/** Export and import: src/transfer. */
export default fp(async function transfer (app) {
  const { config, database, transact, transactInBackground, cascades, richTextCleaner, metrics, log, worker } = app
  const background = { database: database.background, transact: transactInBackground, worker }
  app.decorate(
    'exports',
    createExports({ database, folder: incomingFolder(config), onExported: createExportCounter(metrics) })
  )
  app.decorate('imports', imports)
  app.decorate('importReceiver', createImportReceiver({ transact, worker, databaseUrl: config.DATABASE_URL }))
  const job = createImportJob({
    ...background,
    cascades,
    tools: { cleanRichText: richTextCleaner.clean },
    log,
    onRows: createRowCounter(metrics)
  })
  app.decorate('importJob', job)
  app.jobs.push(job)
  addImportMetrics({ metrics, database })
}, { name: 'transfer', dependencies: ['config', 'database', 'transact', 'worker', 'trash', 'fields', 'metrics'] })
