import type { Client, World } from './app.js'
import { checkEvent } from './conformance.js'
import { succeed } from './items.js'

/** All events of assets and projects that occur in these tests. */
export const ALL_ITEM_EVENTS = [
  'ASSET_ADDED', 'ASSET_EDITED_METADATA', 'ASSET_REMOVED', 'ASSET_RESTORED', 'ASSET_PURGED', 'ASSET_LINKED',
  'ASSET_UNLINKED', 'PROJECT_ADDED', 'PROJECT_EDITED_METADATA', 'PROJECT_REMOVED', 'PROJECT_RESTORED', 'PROJECT_PURGED',
  'PROJECT_LINKED', 'PROJECT_UNLINKED', 'USER_LINKED', 'USER_UNLINKED'
]

const NOWHERE = 'http://127.0.0.1:9/nowhere'

export async function addWebhook (client: Client, parameters: object = {}): Promise<any> {
  return (await succeed(client.post('admin/webhooks', {
    name: 'Hook', http_url: NOWHERE, http_method: 'POST', trigger_events: ALL_ITEM_EVENTS, ...parameters
  }))).webhook
}

export async function readWebhook (client: Client, id: number): Promise<any> {
  return (await succeed(client.get(`admin/webhooks/${id}`))).webhook
}

export async function addHeader (client: Client, webhookId: number, parameters: object): Promise<any> {
  return (await succeed(client.post(`admin/webhooks/${webhookId}/webhook_headers`, parameters))).webhook_header
}

export async function logOf (client: Client, webhookId: number, kind: 'success' | 'failed'): Promise<any[]> {
  return (await succeed(client.get(`admin/webhooks/${webhookId}/${kind}`)))[`${kind}_log`]
}

/** Puts everything that is committed into the queues. */
export async function fanOutAll ({ fanOut }: Pick<World['app'], 'fanOut'>): Promise<void> {
  while (await fanOut.run(new AbortController().signal, () => {}) === 'more');
}

/**
 * The payloads that wait for a webhook, parsed and in their order, with placeholders for the numbers. Each is checked
 * against the API document.
 */
export async function queuedFor ({ app }: Pick<World, 'app'>, webhookId: number): Promise<any[]> {
  await fanOutAll(app)
  const { prisma } = app.database.reads
  const queue = await prisma.webhookQueueEntry.findMany({ where: { webhookId }, orderBy: { sequence: 'asc' } })
  const ids = queue.map(({ eventId }) => eventId)
  const events = await prisma.webhookEvent.findMany({ where: { id: { in: ids } } })
  const payloads =
    new Map(events.map(({ id, payload }) => [id, JSON.parse(payload.replace('\u0001', '0').replace('\u0002', '0'))]))
  for (const payload of payloads.values()) checkEvent(app, payload)
  return ids.map((id) => payloads.get(id))
}
