import { succeed } from './api.js'
import { eventually, PATIENCE_MS } from './waiting.js'

/** All events of these writes. */
export const ITEM_EVENTS = [
  'ASSET_ADDED', 'ASSET_EDITED_METADATA', 'ASSET_REMOVED', 'ASSET_RESTORED', 'ASSET_LINKED', 'ASSET_UNLINKED',
  'ASSET_STARTED_INGEST', 'ASSET_FINISHED_INGEST', 'ASSET_PURGED', 'PROJECT_ADDED', 'PROJECT_REMOVED',
  'PROJECT_RESTORED', 'PROJECT_PURGED'
]

export async function addWebhook (url, name, httpUrl, parameters = {}) {
  const { webhook } = await succeed(url, 'POST', 'admin/webhooks', {
    name, http_url: httpUrl, http_method: 'POST', trigger_events: ITEM_EVENTS, ...parameters
  })
  return webhook
}

/**
 * A webhook whose receiver always accepts, one whose receiver sometimes fails, and others that want one kind of event.
 * @param {string} url
 * @param {string} receiver
 * @param {number} [count] of all
 */
export async function addWebhooks (url, receiver, count = 2) {
  const webhooks = [await addWebhook(url, 'good', `${receiver}/good`), await addWebhook(url, 'failing', `${receiver}/failing`)]
  for (let number = webhooks.length; number < count; number++) {
    const kind = ITEM_EVENTS[number % ITEM_EVENTS.length]
    webhooks.push(await addWebhook(url, `good ${number}`, `${receiver}/good`, { trigger_events: [kind] }))
  }
  return webhooks
}

/** Waits until nothing is left to send or retry. Throws, with what is left, after this time without progress. */
export async function untilDelivered (url, patienceMs = PATIENCE_MS) {
  let least = Infinity
  let progressAt = performance.now()
  await eventually('all is delivered', async () => {
    const { webhooks } = await succeed(url, 'GET', 'admin/webhooks')
    const busy = webhooks.filter((webhook) => webhook.queue_length !== 0 || webhook.retry_queue_length !== 0)
    const count = busy.reduce((sum, webhook) => sum + webhook.queue_length + webhook.retry_queue_length, 0)
    if (count < least) progressAt = performance.now()
    least = Math.min(least, count)
    if (performance.now() - progressAt > patienceMs) {
      const left = busy.map((webhook) =>
        `${webhook.name}: ${webhook.queue_length} pending, ${webhook.retry_queue_length} to be tried again`)
      throw new Error(`Waited in vain: all is delivered: ${left.join('; ')}`)
    }
    return busy.length === 0
  }, Infinity)
}

/** Whether a cascade is under way. */
export async function isCascading (database) {
  return (await database.query('SELECT id FROM cascades')).length > 0
}

/** Waits until all imports have ended and all files have arrived. */
export async function untilIngested (url, database) {
  await eventually('all imports have ended', async () => {
    const { imports } = await succeed(url, 'GET', 'imports')
    return imports.every(({ status }) => !['pending', 'running'].includes(status))
  })
  await eventually('all files have come', async () => {
    const [{ count }] = await database.query("SELECT count(*) AS count FROM media_files WHERE status NOT IN ('ready', 'failed')")
    return Number(count) === 0
  })
}
