import { api, done, type Schemas } from '../api/client.ts'

type Attempt = Schemas['WebhookAttempt']

/** Queues again what was given up since a time. Resolves to whether there was anything; the service does not say. */
export async function recover (id: string, since: string): Promise<boolean> {
  const look = async () => {
    const [{ webhook }, attempts] = await Promise.all([
      done(api.GET('/api/v2/admin/webhooks/{webhook_id}', { params: { path: { webhook_id: id } } })),
      attemptsOf(id, 100)
    ])
    const manual = [...attempts.arrived, ...attempts.failed].filter(({ trigger }) => trigger === 'manual').map(({ id: attempt }) => attempt)
    return { waiting: webhook.retry_queue_length, manual: new Set(manual) }
  }
  const before = await look()
  await queueAgain(id, since)
  const after = await look()
  return after.waiting > before.waiting || [...after.manual].some((attempt) => !before.manual.has(attempt))
}

/** Failed attempts are kept for this long. */
const KEPT_MS = 30 * 86_400_000
const PARALLEL = 4

/** Sends again what was given up, and at once what waits for its next attempt. Resolves to the number of events. */
export async function retryAll (id: string): Promise<number> {
  const { arrived, failed } = await attemptsOf(id, 1000)
  const there = new Set(arrived.map(({ event_id: event }) => event))
  /** The newest attempt of each event that has not arrived. */
  const open = new Map<string, Attempt>()
  for (const attempt of failed) {
    if (!there.has(attempt.event_id) && !open.has(attempt.event_id)) open.set(attempt.event_id, attempt)
  }
  if (open.size === 0) return 0
  await queueAgain(id, new Date(Date.now() - KEPT_MS).toISOString())
  const waiting = [...open.values()].filter(({ next_attempt_at: next }) => next !== null)
  await Promise.all(Array.from({ length: PARALLEL }, async () => {
    for (let attempt = waiting.pop(); attempt !== undefined; attempt = waiting.pop()) {
      const params = { path: { webhook_id: id, attempt_id: attempt.id } }
      await done(api.POST('/api/v2/admin/webhooks/{webhook_id}/deliveries/{attempt_id}/redeliver', { params }))
    }
  }))
  return open.size
}

async function attemptsOf (id: string, limit: number) {
  const params = { path: { webhook_id: id }, query: { limit } }
  const [{ success_log: arrived }, { failed_log: failed }] = await Promise.all([
    done(api.GET('/api/v2/admin/webhooks/{webhook_id}/success', { params })),
    done(api.GET('/api/v2/admin/webhooks/{webhook_id}/failed', { params }))
  ])
  return { arrived, failed }
}

async function queueAgain (id: string, since: string): Promise<void> {
  await done(api.POST('/api/v2/admin/webhooks/{webhook_id}/recover', { params: { path: { webhook_id: id } }, body: { since } }))
}
