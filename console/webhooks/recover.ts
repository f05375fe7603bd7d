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
