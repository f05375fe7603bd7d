import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Schemas } from '../api/client.ts'
import { isAdmin } from '../api/session.ts'
import { addressOf } from '../shell/place.ts'
import { useEvery } from '../ui/use-every.ts'

const LOOK_MS = 30_000

/** Webhooks whose latest attempt has failed, for administrators. */
export const failing = signal<ReadonlyArray<Schemas['Webhook']>>([])

/** Looks for them while the console is open. */
export function useFailing (): void {
  useEffect(() => { look() }, [isAdmin.value])
  useEvery(LOOK_MS, look)
}

async function look (): Promise<void> {
  if (!isAdmin.value) { failing.value = []; return }
  try {
    const { webhooks } = await done(api.GET('/api/v2/admin/webhooks'))
    failing.value = webhooks.filter(({ disabled, latest_run: run }) => !disabled && run?.status === 'failed')
  } catch {
    // The next look may succeed.
  }
}

/** Says on the first page which webhooks are failing. */
export function FailingBanner () {
  if (failing.value.length === 0) return null
  return (
    <p class='banner' role='status'>
      {failing.value.length === 1 ? 'A webhook is failing: ' : 'Webhooks are failing: '}
      {failing.value.slice(0, 5).map(({ id, name }, index) => (
        <span key={id}>{index > 0 && ', '}<a href={addressOf(`webhooks/${id}`)}>{name}</a></span>
      ))}
      {failing.value.length > 5 && <> and <a href={addressOf('webhooks')}>others</a></>}
    </p>
  )
}
