import { useSignal } from '@preact/signals'
import { request, type Schemas } from '../api/client.ts'
import { ShownOnce } from '../keys/shown-once.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, count, date } from '../ui/words.ts'
import { ChangeLink } from './change-link.tsx'
import { NewLink } from './new-link.tsx'

type Link = Schemas['GuestLink']

interface ShareDialogProps {
  readonly type: 'asset' | 'project' | 'collection'
  readonly id: string
  readonly title: string
  readonly onClose: () => void
}

const shows = {
  asset: 'People without an account see this asset and its files.',
  project: 'People without an account see all that is in this project, at any depth, and what is put into it later.',
  collection: 'People without an account see what is in this collection, and what is put into it later, as far as you may change it.'
}

/** The links of an item: what they show and to whom, and buttons to change and to revoke each. */
export function ShareDialog ({ type, id, title, onClose }: ShareDialogProps) {
  const path = `/api/v2/${type}s/${id}/links`
  const { data, failure, reload } = useLoaded(
    async () => (await request<{ links: Link[] }>('GET', `${path}?limit=1000`)).links, [path])
  const isMaking = useSignal(false)
  const changed = useSignal<Link | null>(null)
  const made = useSignal<string | null>(null)

  async function revoke (link: Link): Promise<void> {
    try {
      await request('DELETE', `${path}/${link.id}`)
      tell('The link was revoked.')
      await reload()
    } catch (error) {
      tellFailure(error)
    }
  }

  if (made.value !== null) return <ShownOnce value={made.value} whose={title === '' ? 'this' : title} what='link' onClose={() => { made.value = null }} />
  if (isMaking.value) {
    return (
      <NewLink
        path={path} title={title} shows={shows[type]} onClose={() => { isMaking.value = false }}
        onMade={async ({ url, count: shown }) => {
          made.value = url
          if (shown !== undefined) tell(`The link shows ${count(shown, 'asset')} now.`)
          await reload()
        }}
      />
    )
  }
  if (changed.value !== null) {
    return (
      <ChangeLink
        path={`${path}/${changed.value.id}`} link={changed.value} onClose={() => { changed.value = null }}
        onChanged={async () => {
          tell('The link was changed.')
          await reload()
        }}
      />
    )
  }
  return (
    <Dialog title='Share' onClose={onClose} wide>
      <p>{shows[type]}</p>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value?.length === 0 && <p class='quiet'>There are no links yet.</p>}
      <ul class='link-list'>
        {data.value?.map((link) => (
          <Made
            key={link.id} link={link}
            onChange={() => { changed.value = link }} onRevoke={async () => revoke(link)}
          />
        ))}
      </ul>
      <div class='actions'>
        <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New link</button>
        <button type='button' class='button' onClick={onClose}>Close</button>
      </div>
    </Dialog>
  )
}

interface MadeProps {
  readonly link: Link
  readonly onChange: () => void
  readonly onRevoke: () => Promise<void>
}

function Made ({ link, onChange, onRevoke }: MadeProps) {
  const isOver = Date.parse(link.expires_at) <= Date.now()
  const facts = [
    isOver ? 'has expired' : `until ${date(link.expires_at)}`,
    link.has_password ? 'with a password' : 'whoever has it',
    link.download && 'downloads',
    link.comments && 'comments',
    link.uses === 0 ? 'never opened' : `opened ${count(link.uses, 'time')}, last ${ago(link.last_used_at!)}`
  ]
  return (
    <li>
      <span class='file-name'>{link.title === '' ? 'Untitled' : link.title}</span>
      <span class='quiet'>{facts.filter(Boolean).join(' · ')}</span>
      <button type='button' class='button' onClick={onChange}>Change</button>
      <button type='button' class='button danger' onClick={onRevoke}>Revoke</button>
    </li>
  )
}
