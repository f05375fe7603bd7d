import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { request } from '../api/client.ts'
import type { Attempt } from './attempts.tsx'

const LOOK_MS = 700

interface Redelivered {
  readonly outcomes: ReadonlySignal<ReadonlyMap<string, Attempt | null>>
  readonly follow: (attempt: Attempt) => void
}

/** Follows redeliveries: for each attempt that was sent again, the resulting attempt; null until then. */
export function useRedelivered (path: string): Redelivered {
  const outcomes = useSignal<ReadonlyMap<string, Attempt | null>>(new Map())
  const followed = useSignal<readonly Attempt[]>([])
  const isWaiting = followed.value.length > 0
  useEffect(() => {
    if (!isWaiting) return
    const look = async () => {
      const [{ success_log: arrived }, { failed_log: failed }] = await Promise.all([
        request<{ success_log: Attempt[] | null }>('GET', `${path}/success?limit=50`),
        request<{ failed_log: Attempt[] | null }>('GET', `${path}/failed?limit=50`)
      ])
      const now = new Map(outcomes.value)
      followed.value = followed.value.filter((attempt) => {
        const outcome = [...arrived ?? [], ...failed ?? []].find((other) =>
          other.event_id === attempt.event_id && other.trigger !== 'auto' && other.id > attempt.id)
        if (outcome !== undefined) now.set(attempt.id, outcome)
        return outcome === undefined
      })
      outcomes.value = now
    }
    const timer = setInterval(() => { look().catch(() => {}) }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, path])
  return {
    outcomes,
    follow: (attempt) => {
      outcomes.value = new Map(outcomes.value).set(attempt.id, null)
      followed.value = [...followed.value, attempt]
    }
  }
}
