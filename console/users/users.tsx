import { useSignal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { ShownOnce } from '../keys/shown-once.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, TextInput } from '../ui/inputs.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date } from '../ui/words.ts'

type User = Schemas['AccountUser']
type Changes = { readonly disabled?: boolean, readonly admin?: boolean }

/** The page of users. */
export function UsersScreen () {
  const { data, failure, reload } = useLoaded(async () => (await done(api.GET('/api/v2/admin/users'))).users, [])
  const isMaking = useSignal(false)
  const made = useSignal<{ email: string, key: string } | null>(null)

  async function change ({ id, email }: User, changes: Changes, back: Changes, words: string): Promise<void> {
    const send = async (body: Changes) => {
      await done(api.POST('/api/v2/admin/users/{user_id}', { params: { path: { user_id: String(id) } }, body }))
      await reload()
    }
    try {
      await send(changes)
      tell(`${email} ${words}.`, async () => send(back))
    } catch (error) {
      tellFailure(error)
    }
  }

  return (
    <Page
      title='Users' behind='/api/v2/admin/users' failure={failure.value}
      actions={mayWrite.value &&
        <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New user</button>}
    >
      {data.value !== null && (
        <Table name='Users' columns={['E-mail', 'Role', 'State', 'Made', 'Last seen', '']}>
          {data.value.map((user) => (
            <tr key={user.id}>
              <th scope='row'>{user.email}</th>
              <td>{user.admin ? 'Administrator' : 'User'}</td>
              <td>{user.disabled ? <span class='state bad'>Disabled</span> : <span class='state good'>Active</span>}</td>
              <td title={date(user.created_at)}>{ago(user.created_at)}</td>
              <td>{user.last_used_at === null ? 'never' : ago(user.last_used_at)}</td>
              <td class='end'>
                {mayWrite.value && (
                  <span class='actions'>
                    <button
                      type='button' class='button'
                      onClick={() => {
                        change(user, { admin: !user.admin }, { admin: user.admin },
                          user.admin ? 'is no administrator any more' : 'is an administrator now')
                      }}
                    >
                      {user.admin ? 'Make user' : 'Make administrator'}
                    </button>
                    <button
                      type='button' class={user.disabled ? 'button' : 'button danger'}
                      onClick={() => {
                        change(user, { disabled: !user.disabled }, { disabled: user.disabled },
                          user.disabled ? 'may come in again' : 'may not come in any more')
                      }}
                    >
                      {user.disabled ? 'Enable' : 'Disable'}
                    </button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isMaking.value && (
        <NewUser
          onClose={() => { isMaking.value = false }}
          onMade={async (user) => {
            made.value = user
            await reload()
          }}
        />
      )}
      {made.value !== null && (
        <ShownOnce value={made.value.key} whose={made.value.email} onClose={() => { made.value = null }} />
      )}
    </Page>
  )
}

interface NewUserProps {
  readonly onClose: () => void
  readonly onMade: (user: { email: string, key: string }) => Promise<void>
}

function NewUser ({ onClose, onMade }: NewUserProps) {
  const email = useSignal('')
  const admin = useSignal(false)
  return (
    <FormDialog
      title='New user' verb='Make user' onClose={onClose}
      work={async () => {
        const { api_key: made } = await done(
          api.POST('/api/v2/admin/users', { body: { email: email.value.trim(), admin: admin.value } }))
        await onMade({ email: email.value, key: made?.key ?? '' })
      }}
    >
      <TextInput label='E-mail' type='email' value={email} required autoFocus maxLength={254} />
      <CheckInput label='Administrator' value={admin} hint='manages fields, webhooks and users' />
    </FormDialog>
  )
}
