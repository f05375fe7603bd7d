import { ask, request, type Schemas } from '../api/client.ts'

type Webhook = Schemas['Webhook']
type Attempt = Schemas['WebhookAttempt']

/** Queues again what was given up since a time. Resolves to whether there was anything; the service does not say. */
export async function recover (id: string, since: string): Promise<boolean> {
  const path = `/api/v2/admin/webhooks/${encodeURIComponent(id)}`
  const look = async () => {
    const [{ webhook }, { success_log: arrived }, { failed_log: failed }] = await Promise.all([
      request<{ webhook: Webhook }>('GET', path),
      request<{ success_log: Attempt[] | null }>('GET', `${path}/success?limit=100`),
      request<{ failed_log: Attempt[] | null }>('GET', `${path}/failed?limit=100`)
    ])
    const manual = [...arrived ?? [], ...failed ?? []].filter(({ trigger }) => trigger === 'manual').map(({ id: attempt }) => attempt)
    return { waiting: webhook.retry_queue_length, manual: new Set(manual) }
  }
  const before = await look()
  await ask('POST', `${path}/recover`, { since })
  const after = await look()
  return after.waiting > before.waiting || [...after.manual].some((attempt) => !before.manual.has(attempt))
}

/** Failed attempts are kept for this long. */
const KEPT_MS = 30 * 86_400_000
const PARALLEL = 4

/** Sends again what was given up, and at once what waits for its next attempt. Resolves to the number of events. */
export async function retryAll (id: string): Promise<number> {
  const path = `/api/v2/admin/webhooks/${encodeURIComponent(id)}`
  const { failed_log: failed } = await request<{ failed_log: Attempt[] | null }>('GET', `${path}/failed?limit=1000`)
  const { success_log: arrived } = await request<{ success_log: Attempt[] | null }>('GET', `${path}/success?limit=1000`)
  const done = new Set((arrived ?? []).map(({ event_id: event }) => event))
  /** The newest attempt of each event that has not arrived. */
  const open = new Map<string, Attempt>()
  for (const attempt of failed ?? []) {
    if (!done.has(attempt.event_id) && !open.has(attempt.event_id)) open.set(attempt.event_id, attempt)
  }
  if (open.size === 0) return 0
  await ask('POST', `${path}/recover`, { since: new Date(Date.now() - KEPT_MS).toISOString() })
  const waiting = [...open.values()].filter(({ next_attempt_at: next }) => next !== null)
  await Promise.all(Array.from({ length: PARALLEL }, async () => {
    for (let attempt = waiting.pop(); attempt !== undefined; attempt = waiting.pop()) {
      await ask('POST', `${path}/deliveries/${attempt.id}/redeliver`)
    }
  }))
  return open.size
}
