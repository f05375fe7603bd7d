import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { api, done, type Asset, type Schemas } from '../api/client.ts'
import { who } from '../api/session.ts'
import { loadUsers, whoIs } from '../items/people.ts'
import { Thumbnail } from '../items/thumbnail.tsx'
import { useChanges } from '../live/follow.ts'
import { addressOf } from '../shell/place.ts'
import { ago, date } from '../ui/words.ts'

type Approval = Schemas['Approval']

interface Asked {
  readonly asset: Asset
  readonly approval: Approval | undefined
}

const MOST = 10
const EVENTS = /^ASSET_(?:ADDED_APPROVAL|APPROVED|REJECTED|FINISHED_INGEST|REMOVED|RESTORED|PURGED)$/

/** The assets that wait for the user's approval: each with its picture, who asks, and since when. */
export function Waiting () {
  const asked = useSignal<readonly Asked[]>([])
  const user = who.value?.user.id

  async function load () {
    if (user === undefined) return
    try {
      const { results } = await done(api.POST('/api/v2/search', { body: { approval_by: user, limit: MOST } }))
      asked.value = await Promise.all(results.map(async ({ asset: found }) => {
        const asset = found!
        const path = { asset_id: asset.id }
        const { approvals } = await done(api.GET('/api/v2/assets/{asset_id}/approvals', { params: { path } }))
        return { asset, approval: approvals.find((approval) => approval.user_id === user) }
      }))
      if (results.length > 0) await loadUsers()
    } catch {}
  }
  useEffect(() => { load() }, [user])
  useChanges(({ event }) => EVENTS.test(event), load)
  if (asked.value.length === 0) return null
  return (
    <section class='waiting' aria-label='Waiting for me'>
      <h2>Waiting for me</h2>
      <ul>
        {asked.value.map(({ asset, approval }) => (
          <li key={asset.id}>
            <Thumbnail asset={asset} />
            <span>
              <a href={addressOf(`assets/${asset.id}`)} dir='auto'>{asset.title === '' ? 'Untitled' : asset.title}</a>
              {approval !== undefined && (
                <span class='quiet'>
                  {whoIs(approval.asked_by)} asks,{' '}
                  <time dateTime={approval.created_at} title={date(approval.created_at)}>
                    {ago(approval.created_at)}
                  </time>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
