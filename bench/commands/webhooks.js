import { runParts } from '../support/parts.js'

const parts = {
  backlog: () => import('../webhooks/backlog.js'),
  latency: () => import('../webhooks/latency.js'),
  hanging: () => import('../webhooks/hanging.js'),
  writes: () => import('../webhooks/writes.js'),
  restart: () => import('../webhooks/restart.js'),
  pending: () => import('../webhooks/pending.js')
}

/**
 * Measures deliveries of webhooks, and what they cost others.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  await runParts(parts, {
    title: 'Webhooks',
    note: 'The service, the receiver and whatever sends requests share the cores.'
  }, options)
}
