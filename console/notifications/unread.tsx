import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { isAdmin, who } from '../api/session.ts'
import { useChanges, type Change } from '../live/follow.ts'
import './notifications.css'

/** How many notifications the user has not read. */
const unread = signal(0)
/** Whether that may be more. */
const MOST = 1000

/** Counts again what the user has not read. */
export async function countUnread (): Promise<void> {
  try {
    unread.value = (await done(api.GET('/api/v2/notifications', { params: { query: { limit: 1 } } }))).unread
  } catch {}
}

/** Whether a change tells this user of something. */
export function isForMe ({ event, targets }: Change): boolean {
  const { user_id: user, webhook_id: webhook } = targets as { user_id?: number, webhook_id?: number }
  return event === 'NOTIFICATION_ADDED' && (user === who.value?.user.id || (webhook !== undefined && isAdmin.value))
}

/** The number of unread notifications in the navigation, live. */
export function Unread () {
  useEffect(() => { countUnread() }, [])
  useChanges(isForMe, countUnread)
  if (unread.value === 0) return null
  return (
    <span class='unread'>
      {unread.value >= MOST ? `${MOST}+` : unread.value}<span class='hidden-text'> unread</span>
    </span>
  )
}
