import fp from 'fastify-plugin'
import { addJobFigures } from '../src/background/figures.js'
import { writtenFolders } from '../src/process/disk.js'
import { addBuildFigures } from '../src/metrics/build.js'
import { addMediaFigures } from '../src/media/figures.js'
import { addDiskFigures } from '../src/metrics/disk.js'
import { addSearchFigures } from '../src/search/figures.js'
import { addTrashFigures } from '../src/trash/figures.js'
import { addWebhookFigures } from '../src/webhooks/figures.js'

/** What /metrics looks up when it is asked: a line for each domain. */
export default fp(async function figures (app) {
  const { metrics, database, config, loop } = app
  addBuildFigures({ metrics })
  addJobFigures({ metrics, loop })
  addDiskFigures({ metrics, folders: writtenFolders(config) })
  addWebhookFigures({ metrics, database })
  addMediaFigures({ metrics, database })
  addSearchFigures({ metrics, database })
  addTrashFigures({ metrics, database, retentionDays: config.TRASH_RETENTION_DAYS })
}, { name: 'figures', dependencies: ['metrics', 'config', 'database', 'background'] })
