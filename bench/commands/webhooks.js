import { runParts } from '../support/parts.js'

const parts = {
  backlog: () => import('../webhooks/backlog.js'),
  writes: () => import('../webhooks/writes.js')
}

/**
 * Measures deliveries of webhooks, and what they cost other requests.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  await runParts(parts, {
    title: 'Webhooks',
    note: 'The service, the receiver and whatever sends requests share the cores.'
  }, options)
}
