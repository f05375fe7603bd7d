import { useSignal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
import { loadMethods, mayWrite } from '../api/session.ts'
import { ShownOnce } from '../keys/shown-once.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, SelectInput, TextInput } from '../ui/inputs.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date } from '../ui/words.ts'

type User = Schemas['AccountUser']
type Changes = { readonly disabled?: boolean, readonly admin?: boolean, readonly access?: 'account' | 'projects' }
type Made = { readonly email: string, readonly what: string, readonly value: string }

/** The page of users. */
export function UsersScreen () {
  const { data, failure, reload } = useLoaded(async () => (await done(api.GET('/api/v2/admin/users'))).users, [])
  const methods = useLoaded(loadMethods, [])
  /** With PASSWORDS=off people come in by the provider alone. */
  const hasPasswords = methods.data.value?.password !== false
  const isMaking = useSignal(false)
  const made = useSignal<Made | null>(null)

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

  async function invite ({ id, email }: User): Promise<void> {
    const { invitation } = await done(
      api.POST('/api/v2/admin/users/{user_id}/invitations', { params: { path: { user_id: String(id) } } }))
    made.value = { email, what: 'invitation', value: invitation?.url ?? '' }
  }

  async function reset ({ id, email }: User): Promise<void> {
    const { password_reset: link } = await done(
      api.POST('/api/v2/admin/users/{user_id}/password_resets', { params: { path: { user_id: String(id) } } }))
    made.value = { email, what: 'reset link', value: link?.url ?? '' }
  }

  return (
    <Page
      title='Users' behind='/api/v2/admin/users' failure={failure.value} isComing={data.value === null}
      actions={mayWrite.value &&
        <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New user</button>}
    >
      {data.value !== null && (
        <Table name='Users' columns={['E-mail', 'Role', 'Access', 'State', 'Made', 'Last seen', '']}>
          {data.value.map((user) => (
            <tr key={user.id}>
              <th scope='row'>{user.email}</th>
              <td>{user.admin ? 'Administrator' : 'User'}</td>
              <td>
                {mayWrite.value && !user.admin
                  ? (
                    <select
                      aria-label={`Access of ${user.email}`} value={user.access}
                      onChange={({ currentTarget: { value } }) => {
                        const access = value as 'account' | 'projects'
                        change(user, { access }, { access: access === 'account' ? 'projects' : 'account' },
                          access === 'account' ? 'sees the account now' : 'sees projects alone now')
                      }}
                    >
                      <option value='account'>account</option>
                      <option value='projects'>projects</option>
                    </select>
                    )
                  : user.access}
              </td>
              <td>{user.disabled ? <span class='state bad'>Disabled</span> : <span class='state good'>Active</span>}</td>
              <td title={date(user.created_at)}>{ago(user.created_at)}</td>
              <td>{user.last_used_at === null ? 'never' : ago(user.last_used_at)}</td>
              <td class='end'>
                {mayWrite.value && (
                  <span class='actions'>
                    {!user.disabled && hasPasswords && (
                      <>
                        <button type='button' class='button' onClick={() => { invite(user).catch(tellFailure) }}>Invite</button>
                        <button type='button' class='button' onClick={() => { reset(user).catch(tellFailure) }}>
                          Reset password
                        </button>
                      </>
                    )}
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
          hasPasswords={hasPasswords}
          onClose={() => { isMaking.value = false }}
          onMade={async (user) => {
            made.value = user
            await reload()
          }}
        />
      )}
      {made.value !== null && (
        <ShownOnce {...made.value} whose={made.value.email} onClose={() => { made.value = null }} />
      )}
    </Page>
  )
}

interface NewUserProps {
  readonly hasPasswords: boolean
  readonly onClose: () => void
  /** Null if there is nothing to show. */
  readonly onMade: (user: Made | null) => Promise<void>
}

function NewUser ({ hasPasswords, onClose, onMade }: NewUserProps) {
  const email = useSignal('')
  const admin = useSignal(false)
  const access = useSignal('account')
  const invites = useSignal(false)
  const getsKey = useSignal(false)
  return (
    <FormDialog
      title='New user' verb='Make user' onClose={onClose}
      work={async () => {
        const body = {
          email: email.value.trim(),
          admin: admin.value,
          access: (admin.value ? 'account' : access.value) as 'account' | 'projects',
          ...(hasPasswords ? { invite: invites.value } : { key: getsKey.value })
        }
        const { api_key: key, invitation } = await done(api.POST('/api/v2/admin/users', { body }))
        const shown = invitation === undefined ? key?.key : invitation.url
        await onMade(shown === undefined
          ? null
          : { email: body.email, what: invitation === undefined ? 'key' : 'invitation', value: shown })
      }}
    >
      <TextInput label='E-mail' type='email' value={email} required autoFocus maxLength={254} />
      <CheckInput label='Administrator' value={admin} hint='manages fields, webhooks and users' />
      {!admin.value && (
        <SelectInput label='Access' value={access}>
          <option value='account'>account: everything</option>
          <option value='projects'>projects: those of which the user is a member</option>
        </SelectInput>
      )}
      {hasPasswords
        ? <CheckInput label='Invite' value={invites} hint='a link to set a password; otherwise a key for a program' />
        : <CheckInput label='Key' value={getsKey} hint='for a program; people come in by the provider' />}
    </FormDialog>
  )
}
