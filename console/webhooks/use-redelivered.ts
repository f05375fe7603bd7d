import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import type { Attempt } from './attempts.tsx'

const LOOK_MS = 700

interface Redelivered {
  readonly outcomes: ReadonlySignal<ReadonlyMap<string, Attempt | null>>
  readonly follow: (attempt: Attempt) => void
}

/** Follows redeliveries: for each attempt that was sent again, the resulting attempt; null until then. */
export function useRedelivered (id: string): Redelivered {
  const outcomes = useSignal<ReadonlyMap<string, Attempt | null>>(new Map())
  const followed = useSignal<readonly Attempt[]>([])
  const isWaiting = followed.value.length > 0
  useEffect(() => {
    if (!isWaiting) return
    const params = { path: { webhook_id: id }, query: { limit: 50 } }
    const look = async () => {
      const [{ success_log: arrived }, { failed_log: failed }] = await Promise.all([
        done(api.GET('/api/v2/admin/webhooks/{webhook_id}/success', { params })),
        done(api.GET('/api/v2/admin/webhooks/{webhook_id}/failed', { params }))
      ])
      const now = new Map(outcomes.value)
      followed.value = followed.value.filter((attempt) => {
        const outcome = [...arrived, ...failed].find((other) =>
          other.event_id === attempt.event_id && other.trigger !== 'auto' && other.id > attempt.id)
        if (outcome !== undefined) now.set(attempt.id, outcome)
        return outcome === undefined
      })
      outcomes.value = now
    }
    const timer = setInterval(() => { look().catch(() => {}) }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, id])
  return {
    outcomes,
    follow: (attempt) => {
      outcomes.value = new Map(outcomes.value).set(attempt.id, null)
      followed.value = [...followed.value, attempt]
    }
  }
}
