import { succeed } from './api.js'
import { eventually } from './waiting.js'

/** Everything that these writes leave in history. */
export const ITEM_EVENTS = [
  'ASSET_ADDED', 'ASSET_EDITED_METADATA', 'ASSET_REMOVED', 'ASSET_RESTORED', 'ASSET_LINKED', 'ASSET_UNLINKED',
  'ASSET_STARTED_INGEST', 'ASSET_FINISHED_INGEST', 'PROJECT_ADDED', 'PROJECT_REMOVED', 'PROJECT_RESTORED'
]

export async function addWebhook (url, name, httpUrl, parameters = {}) {
  const { webhook } = await succeed(url, 'POST', 'admin/webhooks', {
    name, http_url: httpUrl, http_method: 'POST', trigger_events: ITEM_EVENTS, ...parameters
  })
  return webhook
}

/** Waits until nothing is to be sent or tried again. Throws with what is left where that does not come. */
export async function untilDelivered (url, patienceMs = 120_000) {
  let left = ''
  await eventually('all is delivered', async () => {
    const { webhooks } = await succeed(url, 'GET', 'admin/webhooks')
    const busy = webhooks.filter((webhook) => webhook.queue_length !== 0 || webhook.retry_queue_length !== 0)
    left = busy.map((webhook) =>
      `${webhook.name}: ${webhook.queue_length} pending, ${webhook.retry_queue_length} to be tried again`).join('; ')
    return busy.length === 0
  }, patienceMs).catch((error) => { throw new Error(`${error.message}: ${left}`) })
}

/** Waits until every import has ended and every file has come. */
export async function untilIngested (url, database, patienceMs = 120_000) {
  await eventually('all imports have ended', async () => {
    const { imports } = await succeed(url, 'GET', 'imports')
    return imports.every(({ status }) => !['pending', 'running'].includes(status))
  }, patienceMs)
  await eventually('all files have come', async () => {
    const [{ count }] = await database.query("SELECT count(*) AS count FROM media_files WHERE status NOT IN ('ready', 'failed')")
    return Number(count) === 0
  }, patienceMs)
}
