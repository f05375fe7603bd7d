import fp from 'fastify-plugin'
import { createAddressGuard, createOutboundClient } from '../../src/outbound/index.js'
import { reachableAddresses } from '../../src/process/config.js'
import { createDelivery, type Delivery } from '../../src/webhooks/delivery/delivery.js'
import { addWebhookMetrics, createAttemptCounter } from '../../src/webhooks/metrics.js'
import { createWebhookJobs } from '../../src/webhooks/jobs.js'

declare module 'fastify' {
  interface FastifyInstance { delivery: Delivery }
}

/**
 * Delivers webhooks, when the background loop lets it. Its client is its own, so that fetching media does not get in
 * its way.
 */
export default fp(async function delivery (app) {
  const { database: { background: database }, transactInBackground: transact, config, log } = app
  const client = createOutboundClient({ isAllowed: createAddressGuard(reachableAddresses(config)) })
  const retryDelays = config.WEBHOOK_RETRY_DELAYS
  const delivery = createDelivery({
    database,
    transact,
    client,
    log,
    onAttempt: createAttemptCounter(app.metrics),
    retryDelays,
    timeoutMs: config.WEBHOOK_TIMEOUT * 1000
  })
  app.decorate('delivery', delivery)
  app.jobs.push(...createWebhookJobs({ database, transact, delivery, retryDelays }))
  addWebhookMetrics({ metrics: app.metrics, database: app.database })
  const { signal } = app.versionGuard
  let closing: Promise<void> | undefined
  const close = () => (closing ??= delivery.close().catch((error: unknown) => {
    // What is not given back goes to others when its lease has run out.
    if (!signal.aborted) throw error
  }))
  signal.addEventListener('abort', () => { close() })
  app.addHook('onClose', close)
}, { name: 'delivery', dependencies: ['config', 'database', 'transact', 'metrics', 'version-guard'] })
