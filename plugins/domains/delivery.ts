import fp from 'fastify-plugin'
import { domains } from '../../src/domains.js'
import { createAddressGuard, createOutboundClient } from '../../src/outbound/index.js'
import { reachableAddresses } from '../../src/process/config.js'
import type { DeriveHeader } from '../../src/webhooks/delivery/follower.js'
import { createDelivery, type Delivery } from '../../src/webhooks/delivery/delivery.js'
import { addWebhookMetrics, createAttemptCounter } from '../../src/webhooks/metrics.js'
import { createWebhookJobs } from '../../src/webhooks/jobs.js'
import { createFanOut, type FanOut } from '../../src/webhooks/outbox/fan-out.js'

declare module 'fastify' {
  interface FastifyInstance {
    delivery: Delivery
    /** Headers that a domain derives from its events, by their kind. */
    derivedHeaders: Map<string, DeriveHeader>
    fanOut: FanOut
  }
}

/** Delivers webhooks in the background. It has its own HTTP client, so that media do not get in its way. */
export default fp(async function delivery (app) {
  const { database: { background: database }, transactInBackground: transact, config, log } = app
  const client = createOutboundClient({ isAllowed: createAddressGuard(reachableAddresses(config)) })
  const derivedHeaders = new Map<string, DeriveHeader>()
  app.decorate('derivedHeaders', derivedHeaders)
  const retryDelays = config.WEBHOOK_RETRY_DELAYS
  const delivery = createDelivery({
    database,
    transact,
    worker: app.worker,
    client,
    log,
    onAttempt: createAttemptCounter(app.metrics),
    followers: domains.flatMap(({ deliveries }) => deliveries ?? []),
    derivedHeaders,
    retryDelays,
    timeoutMs: config.WEBHOOK_TIMEOUT * 1000
  })
  const fanOut = createFanOut({ database, transact, numberAll: app.numberChanges, log })
  app.decorate('delivery', delivery)
  app.decorate('fanOut', fanOut)
  app.jobs.push(...createWebhookJobs({ database, transact, delivery, fanOut, retryDelays }))
  addWebhookMetrics({ metrics: app.metrics, database: app.database })
  const { signal } = app.versionGuard
  let closing: Promise<void> | undefined
  const close = () => (closing ??= delivery.close().catch((error: unknown) => {
    // Leases that are not released simply expire.
    if (!signal.aborted) throw error
  }))
  signal.addEventListener('abort', () => { close() })
  app.addHook('onClose', close)
}, { name: 'delivery', dependencies: ['config', 'database', 'transact', 'worker', 'metrics', 'version-guard', 'changes'] })
