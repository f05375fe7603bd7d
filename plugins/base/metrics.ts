import fp from 'fastify-plugin'
import { addBuildMetrics } from '../../src/metrics/build.js'
import { addDiskMetrics } from '../../src/metrics/disk.js'
import { createMetrics, type Metrics } from '../../src/metrics/metrics.js'
import { createRequestTimer, waitingOf } from '../../src/metrics/requests.js'
import { timeTransactions } from '../../src/metrics/transactions.js'
import { writtenFolders } from '../../src/process/disk.js'

declare module 'fastify' {
  interface FastifyInstance { metrics: Metrics }
}

/** Metrics for operators. The domains add theirs. */
export default fp(async function metrics (app) {
  const metrics = createMetrics(app)
  app.decorate('metrics', metrics)
  addBuildMetrics({ metrics })
  addDiskMetrics({ metrics, folders: writtenFolders(app.config) })
  const { timeRequest, timeWaiting } = createRequestTimer(metrics)
  timeTransactions({ metrics, database: app.database })

  app.addHook('onRequest', function measureWaiting (request, reply, done) {
    const kind = waitingOf(request)
    // A waiting client usually leaves before the end, which Fastify does not count as a response.
    if (kind !== null) reply.raw.once('close', () => timeWaiting(kind, request, reply))
    done()
  })
  app.addHook('onResponse', function measureRequest (request, reply, done) {
    if (waitingOf(request) === null) timeRequest(request, reply)
    done()
  })
}, { name: 'metrics', dependencies: ['config', 'database'] })
