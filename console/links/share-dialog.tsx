import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ItemType } from '../api/client.ts'
import { loadUsers } from '../items/people.ts'
import { addressOf } from '../shell/place.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { Address } from './address.tsx'
import { listLinks, type Made } from './api.ts'
import { LinkDialog, type Asked } from './link-dialog.tsx'
import { LinkRow } from './link-row.tsx'
import { NewLink } from './new-link.tsx'

interface ShareDialogProps {
  readonly type: ItemType | 'collection'
  readonly id: string
  readonly title: string
  readonly onClose: () => void
}

const shows = {
  asset: 'People without an account see this asset and its files.',
  project: 'People without an account see all that is in this project, at any depth, and what is put into it later.',
  collection: 'People without an account see what is in this collection, and what is put into it later, as far as you may change it.'
}

/** The links of an item: what they show and to whom, with what can be done with each. */
export function ShareDialog ({ type, id, title, onClose }: ShareDialogProps) {
  const { data, failure, reload, put } = useLoaded(async () => listLinks(type, id), [type, id])
  const isMaking = useSignal(false)
  const made = useSignal<Made | null>(null)
  const asked = useSignal<Asked | null>(null)
  useEffect(() => { loadUsers() }, [])

  if (made.value !== null) return <Address made={made.value} onClose={() => { made.value = null }} />
  if (isMaking.value) {
    return (
      <NewLink
        of={{ type, id }} title={title} shows={shows[type]}
        onClose={(link) => {
          isMaking.value = false
          made.value = link
          if (link !== null) reload()
        }}
      />
    )
  }
  if (asked.value !== null) {
    return (
      <LinkDialog
        asked={asked.value} onNext={(next) => { asked.value = next }}
        onChanged={(link) => put(data.value!.map((each) => each.id === link.id ? link : each))}
        onRevoked={({ id }) => put(data.value!.filter((each) => each.id !== id))}
      />
    )
  }
  return (
    <Dialog title='Share' onClose={onClose} wide>
      <p>{shows[type]}</p>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value?.length === 0 && <p class='quiet'>There are no links yet.</p>}
      <ul class='link-list' aria-label='Links'>
        {data.value?.map((link) => <LinkRow key={link.id} link={link} onAsk={(next) => { asked.value = next }} />)}
      </ul>
      <div class='actions'>
        <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New link</button>
        <button type='button' class='button' onClick={onClose}>Close</button>
        <a href={addressOf('links')} onClick={onClose}>All links</a>
      </div>
    </Dialog>
  )
}
