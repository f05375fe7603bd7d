import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { request, type Asset } from '../api/client.ts'
import { who } from '../api/session.ts'
import { useChanges } from '../live/follow.ts'
import { addressOf } from '../shell/place.ts'
import './review.css'

const MOST = 10
const EVENTS = /^ASSET_(?:ADDED_APPROVAL|APPROVED|REJECTED|FINISHED_INGEST|REMOVED|RESTORED|PURGED)$/

/** The assets that wait for the user's approval. */
export function Waiting () {
  const assets = useSignal<readonly Asset[]>([])
  const user = who.value?.user.id

  async function load () {
    if (user === undefined) return
    try {
      const { results } = await request<{ results: Array<{ asset: Asset }> }>(
        'POST', '/api/v2/search', { approval_by: user, limit: MOST })
      assets.value = results.map(({ asset }) => asset)
    } catch {}
  }
  useEffect(() => { load() }, [user])
  useChanges((change) => { if (change === null || EVENTS.test(change.event)) load() })
  if (assets.value.length === 0) return null
  return (
    <section class='waiting' aria-label='Waiting for me'>
      <h2>Waiting for me</h2>
      <ul>
        {assets.value.map(({ id, title }) => (
          <li key={id}><a href={addressOf(`assets/${id}`)}>{title === '' ? 'Untitled' : title}</a></li>
        ))}
      </ul>
    </section>
  )
}
