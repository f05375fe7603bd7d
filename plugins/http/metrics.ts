import fp from 'fastify-plugin'
import { createMetrics, type Metrics } from '../../src/metrics/metrics.js'
import { createRequestTimer } from '../../src/metrics/requests.js'
import { timeTransactions } from '../../src/metrics/transactions.js'

declare module 'fastify' {
  interface FastifyInstance { metrics: Metrics }
}

/** Figures for whoever operates the service. The domains that are loaded later add theirs. */
export default fp(async function metrics (app) {
  const metrics = createMetrics(app)
  app.decorate('metrics', metrics)
  const timeRequest = createRequestTimer(metrics)
  timeTransactions({ metrics, database: app.database })

  app.addHook('onResponse', function measureRequest (request, reply, done) {
    timeRequest(request, reply)
    done()
  })
}, { name: 'metrics', dependencies: ['database'] })
