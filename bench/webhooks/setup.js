import { call } from '../support/call.js'

/** Makes webhooks with a secret each, for new and changed assets. Returns their ids. */
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

/** Paths of a receiver. */
export function paths (receiver, count) {
  return Array.from({ length: count }, (_, index) => `${receiver.url}/hook${index}`)
}

/** The time as the receiver counts it: milliseconds since the epoch, with fractions. */
export function moment () {
  return performance.timeOrigin + performance.now()
}
