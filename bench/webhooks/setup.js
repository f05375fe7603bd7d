import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../support/call.js'
import { ensure } from '#proof/harness/failure.js'

const POLL_MS = 10
const PATIENCE_MS = 120_000

/** Makes webhooks with a secret each, for new assets and changed ones. Returns their ids. */
export async function addWebhooks (server, urls) {
  const ids = []
  for (const url of urls) {
    const { webhook } = await call(server, 'POST', 'admin/webhooks', {
      name: url, http_url: url, http_method: 'POST', trigger_events: ['ASSET_ADDED', 'ASSET_EDITED_METADATA']
    })
    await call(server, 'POST', `admin/webhooks/${webhook.id}/webhook_headers`, {
      header_key: 'X-Signature', header_value: 'bench secret', is_hmac: true
    })
    ids.push(webhook.id)
  }
  return ids
}

/** A disabled webhook keeps its queue. */
export async function setDisabled (server, ids, disabled) {
  for (const id of ids) await call(server, 'POST', `admin/webhooks/${id}`, { disabled })
}

/** So many paths of a receiver. */
export function paths (receiver, count) {
  return Array.from({ length: count }, (_, index) => `${receiver.url}/hook${index}`)
}

/** Waits for a condition. Throws RunFailure when it does not come. */
export async function until (what, condition, patienceMs = PATIENCE_MS) {
  for (const start = performance.now(); !await condition();) {
    ensure(performance.now() - start < patienceMs, `waited in vain: ${what}`)
    await delay(POLL_MS)
  }
}

/** Waits until nothing is to be sent or tried again. */
export async function untilDelivered (server) {
  await until('all deliveries are made', async () => {
    const { webhooks } = await call(server, 'GET', 'admin/webhooks')
    return webhooks.every((webhook) => webhook.queue_length + webhook.retry_queue_length === 0)
  })
}

/** The moment as the receiver counts it: milliseconds since the epoch, with fractions. */
export function moment () {
  return performance.timeOrigin + performance.now()
}

/** A percentile of some numbers. */
export function percentile (values, percent) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * percent / 100))]
}
