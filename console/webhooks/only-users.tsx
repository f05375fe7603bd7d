import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { loadUsers, users, whoIs } from '../items/people.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import type { Webhook } from './webhooks.tsx'

/** The users to whose actions a webhook is limited. */
export function OnlyUsers ({ webhook, onChanged }: { webhook: Webhook, onChanged: () => Promise<void> }) {
  const path = { webhook_id: String(webhook.id) }
  useEffect(() => { loadUsers() }, [])
  const linked = webhook.webhook_users
  const others = [...users.value.values()].filter(({ id }) => !linked.some((link) => link.user_id === id))
  const add = async (user: number) => {
    const body = { user_id: user }
    await done(api.POST('/api/v2/admin/webhooks/{webhook_id}/webhook_users', { params: { path }, body }))
    await onChanged()
  }
  const remove = async (link: number) => {
    await done(api.DELETE('/api/v2/admin/webhooks/{webhook_id}/webhook_users/{webhook_user_id}', {
      params: { path: { ...path, webhook_user_id: String(link) } }
    }))
    await onChanged()
  }
  return (
    <section class='stack hook-part' aria-label='Users'>
      <h2>Users</h2>
      <p class='quiet'>{linked.length === 0 ? 'It is told of what anybody does.' : 'It is told only of what these do:'}</p>
      <ul class='file-list'>
        {linked.map(({ id, user_id: user }) => (
          <li key={id}>
            <span class='file-name'>{whoIs(user)}</span>
            {mayWrite.value && (
              <button
                type='button' class='link'
                onClick={() => { remove(id).then(() => tell('Removed.', async () => add(user)), tellFailure) }}
              >
                Remove<span class='hidden-text'> {whoIs(user)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayWrite.value && others.length > 0 && (
        <label class='field narrow'>
          <span>Only what this user does</span>
          <select
            value='' onChange={(event) => {
              add(Number(event.currentTarget.value)).catch(tellFailure)
              event.currentTarget.value = ''
            }}
          >
            <option value=''>Choose a user</option>
            {others.map(({ id, email }) => <option key={id} value={String(id)}>{email}</option>)}
          </select>
        </label>
      )}
    </section>
  )
}
