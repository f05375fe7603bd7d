import fp from 'fastify-plugin'
import { createCascades, type Cascades } from '../../src/trash/cascades.js'
import { createTrash, type Trash } from '../../src/trash/list.js'
import { addTrashMetrics } from '../../src/trash/metrics.js'
import { purgeDue } from '../../src/trash/timer.js'

declare module 'fastify' {
  interface FastifyInstance {
    cascades: Cascades
    trash: Trash
  }
}

/** The longest delay before a cascade of a killed process resumes. */
const CASCADES_MS = 5000
const PURGE_MS = 60_000

/**
 * Trash, restore and delete of large projects, and the timer. A stop does not wait for them: they resume after the next
 * start.
 */
export default fp(async function trash (app) {
  const { config: { TRASH_RETENTION_DAYS: retentionDays }, metrics, database, jobs, log } = app
  const cascades = createCascades(app)
  app.decorate('cascades', cascades)
  app.decorate('trash', createTrash({ retentionDays }))
  app.addHook('preClose', async () => cascades.stop())

  const background = { database: database.background, transact: app.transactInBackground }
  jobs.push(
    { name: 'cascades', intervalMs: CASCADES_MS, run: cascades.finishLeftovers },
    {
      name: 'purge',
      intervalMs: PURGE_MS,
      run: (signal, heartbeat) => purgeDue({ ...background, retentionDays, log, onStep: heartbeat }, signal)
    }
  )
  addTrashMetrics({ metrics, database, retentionDays })
}, { name: 'trash', dependencies: ['config', 'metrics', 'database', 'transact'] })
