import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, read as readPage, urlOf, type Asset, type Url } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { sentenceOf } from '../api/failure.ts'
import { loadGuests } from '../items/guests.ts'
import { loadUsers } from '../items/people.ts'
import { Thumbnail } from '../items/thumbnail.tsx'
import { useChanges } from '../live/follow.ts'
import { Waiting } from '../review/waiting.tsx'
import { addressOf, addressOfComment } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { CheckInput } from '../ui/inputs.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { ago, date } from '../ui/words.ts'
import { MailSetting } from './mail-setting.tsx'
import { commentOf, decisionOf, loadItems, otherAt, placeOf, whoTold, words, type About, type Notification } from './told.ts'
import { countUnread, isForMe } from './unread.tsx'

const SHOWN = 30

/** What the user is told of, what waits for the user, and which messages the user gets. */
export function NotificationsScreen () {
  const notifications = useSignal<readonly Notification[] | null>(null)
  const items = useSignal<ReadonlyMap<string, About>>(new Map())
  const next = useSignal<Url<'/api/v2/notifications'> | null>(null)
  const onlyUnread = useSignal(false)
  const failure = useSignal<string | null>(null)

  async function load (url: Url<'/api/v2/notifications'>, before: readonly Notification[]) {
    try {
      const { data: { notifications: found }, next: following } = await readPage(url)
      items.value = await loadItems(found, items.value)
      for (const one of found) {
        const about = items.value.get(placeOf(one))
        if (about !== undefined) loadGuests(about.type, about.item.id, [one])
      }
      notifications.value = [...before, ...found]
      next.value = following
      failure.value = null
    } catch (error) {
      failure.value = sentenceOf(error)
    }
  }
  const first = urlOf('/api/v2/notifications', { query: { limit: SHOWN, ...onlyUnread.value && { unread: true } } })
  useEffect(() => { loadUsers() }, [])
  useEffect(() => { load(first, []) }, [first])
  useChanges(isForMe, async () => load(first, []))

  async function read (body: { readonly ids: number[] } | { readonly until: number }) {
    if (!mayWrite.value) return
    try {
      await done(api.POST('/api/v2/notifications/read', { body }))
      const isNow = (id: number) => 'until' in body ? id <= body.until : body.ids.includes(id)
      notifications.value = notifications.value!.map((one) => isNow(one.id) ? { ...one, read: true } : one)
      await countUnread()
    } catch (error) {
      tellFailure(error)
    }
  }

  const shown = notifications.value ?? []
  return (
    <Page
      title='Notifications' behind='/api/v2/notifications' failure={failure.value} isComing={notifications.value === null}
      actions={mayWrite.value && shown.some((one) => !one.read) &&
        <button type='button' class='button' onClick={async () => read({ until: shown[0]!.id })}>Mark all as read</button>}
    >
      <Waiting />
      <div class='told-options'>
        <CheckInput label='Only unread' value={onlyUnread} />
        <MailSetting />
      </div>
      {notifications.value?.length === 0 && (
        <Empty title='Nothing new'>
          Here you read who mentions you, answers you, asks for your approval and comments on what is yours.
        </Empty>
      )}
      <ul class='told' aria-label='Notifications'>
        {shown.map((one) => (
          <Told
            key={one.id} told={one} about={items.value.get(placeOf(one))}
            onRead={async () => read({ ids: [one.id] })}
          />
        ))}
      </ul>
      {next.value !== null && (
        <button type='button' class='link' onClick={async () => load(next.value!, shown)}>Earlier</button>
      )}
    </Page>
  )
}

interface ToldProps {
  readonly told: Notification
  readonly about: About | undefined
  readonly onRead: () => Promise<void>
}

function Told ({ told, about, onRead }: ToldProps) {
  const decision = decisionOf(told)
  const place = placeOf(told)
  const comment = commentOf(told)
  const other = otherAt(place)
  const title = other?.title ?? (about?.item.title || 'Untitled')
  return (
    <li class={told.read ? undefined : 'new'}>
      {about?.type === 'asset'
        ? <Thumbnail asset={about.item as Asset} />
        : <span class='thumbnail'><Icon name={other?.icon ?? (place.startsWith('assets/') ? 'file' : 'folder')} /></span>}
      <div>
        <p>
          <strong><bdi>{whoTold(told)}</bdi></strong>{' '}
          {decision === null
            ? words[told.kind]
            : <span class={decision === 'approved' ? 'good' : 'wrong'}>{decision}</span>}{' '}
          <a href={comment === undefined ? addressOf(place) : addressOfComment(place, comment)} dir='auto' onClick={() => { if (!told.read) onRead() }}>{title}</a>
          {!told.read && <span class='hidden-text'> (unread)</span>}
        </p>
        {told.text !== null && told.text !== '' && <p class='quiet quoted' dir='auto'>{told.text}</p>}
        <time class='quiet' dateTime={told.created_at} title={date(told.created_at)}>{ago(told.created_at)}</time>
      </div>
      {!told.read && mayWrite.value && <button type='button' class='button' onClick={onRead}>Mark as read</button>}
    </li>
  )
}
