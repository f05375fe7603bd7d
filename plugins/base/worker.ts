import fp from 'fastify-plugin'
import { createWorker, HEARTBEAT_MS, type Worker } from '../../src/work/claims/worker.js'

declare module 'fastify' {
  interface FastifyInstance { worker: Worker }
}

/** This process as a worker: it keeps the rows that it has taken up, and frees those of dead workers. */
export default fp(async function worker (app) {
  const worker = createWorker({ database: app.database.background, transact: app.transactInBackground })
  app.decorate('worker', worker)
  app.jobs.push(
    { name: 'heartbeat', everywhere: true, intervalMs: HEARTBEAT_MS, run: worker.keepAlive },
    { name: 'dead-workers', intervalMs: HEARTBEAT_MS, run: worker.freeDead }
  )
  app.addHook('onClose', () =>
    worker.leave().catch((error: unknown) => app.log.error({ err: error }, 'the worker could not be signed off')))
}, { name: 'worker', dependencies: ['database', 'transact'] })
