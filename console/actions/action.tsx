import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { loadUsers, whoIs } from '../items/people.ts'
import { addressOf, go } from '../shell/place.ts'
import { tell } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { useActing } from '../ui/use-acting.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { date } from '../ui/words.ts'
import { DeleteAction } from './delete-action.tsx'
import { DefinitionForm } from './definition-form.tsx'
import { changesOf, type Action } from './draft.ts'

const ACTION = '/api/v2/admin/actions/{action_id}'
const NEW = 'new'

/** The page of an action, or of a new one: its definition. */
export function ActionScreen ({ id }: { id: string }) {
  const path = { action_id: id }
  const { data, failure, put } = useLoaded(async () => {
    const [webhooks, action] = await Promise.all([
      done(api.GET('/api/v2/admin/webhooks')).then(({ webhooks }) => webhooks),
      id === NEW ? null : done(api.GET(ACTION, { params: { path } })).then(({ action }) => action)
    ])
    return { webhooks, action }
  }, [id])
  const isDeleting = useSignal(false)
  const { isBusy, act } = useActing()
  useEffect(() => { loadUsers() }, [])
  const { webhooks = [], action = null } = data.value ?? {}

  const take = (now: Action) => put({ webhooks, action: now })
  const change = async (body: Partial<Action>) =>
    (await done(api.POST(ACTION, { params: { path }, body }))).action
  const enable = () => act(async () => {
    const { disabled } = action!
    take(await change({ disabled: !disabled }))
    tell(disabled ? 'Enabled.' : 'Disabled.', async () => take(await change({ disabled })))
  })

  return (
    <Page
      title={action?.name ?? (id === NEW ? 'New action' : 'Action')}
      behind={id === NEW ? '/api/v2/admin/actions' : `/api/v2/admin/actions/${id}`}
      failure={failure.value} isComing={data.value === null}
      actions={action !== null && (
        <>
          <a class='button' href={addressOf('runs', new URLSearchParams({ action_id: id }))}>Runs</a>
          {mayWrite.value && (
            <>
              <button type='button' class='button' disabled={isBusy.value} onClick={enable}>
                {action.disabled ? 'Enable' : 'Disable'}
              </button>
              <button type='button' class='button danger' onClick={() => { isDeleting.value = true }}>Delete</button>
            </>
          )}
        </>
      )}
    >
      {action !== null && <About action={action} />}
      {data.value !== null && (
        <DefinitionForm
          action={action} webhooks={webhooks}
          onSave={async (sent, onlyOfNew) => {
            if (action === null) {
              const { action: made } = await done(api.POST('/api/v2/admin/actions', { body: { ...sent, ...onlyOfNew } }))
              tell('Saved.')
              go(`actions/${made!.id}`, undefined, { replace: true })
            } else {
              take(await change(changesOf(action, sent)))
              tell('Saved.')
            }
          }}
        />
      )}
      {action !== null && isDeleting.value && (
        <DeleteAction
          action={action} onClose={() => { isDeleting.value = false }} onDeleted={() => go('actions')}
        />
      )}
    </Page>
  )
}

function About ({ action }: { action: Action }) {
  return (
    <>
      {action.disabled && <p class='banner'>This is disabled: nothing starts it, and what waits goes on waiting.</p>}
      {action.error !== null && (
        <p class='wrong' role='alert'>{action.error}: events start nothing. Who saves the action becomes its user.</p>
      )}
      <p class='quiet'>
        Saved by <bdi>{whoIs(action.user_id)}</bdi>, {date(action.updated_at)}. What events start is done by this user.
        {action.starts_skipped > 0 && <> Starts by events that were left out: {action.starts_skipped}.</>}
      </p>
    </>
  )
}
