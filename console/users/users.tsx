import { useSignal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
import { loadMethods, mayWrite, who } from '../api/session.ts'
import { ShownOnce } from '../keys/shown-once.tsx'
import { Face } from '../items/face.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date } from '../ui/words.ts'
import { NewUser, type Made } from './new-user.tsx'
import { RemoveUser } from './remove-user.tsx'

type User = Schemas['AccountUser']
interface Changes {
  readonly disabled?: boolean
  readonly admin?: boolean
  readonly access?: 'account' | 'projects'
  readonly name?: string
}

/** The page of users. */
export function UsersScreen () {
  const { data, failure, reload } = useLoaded(async () => (await done(api.GET('/api/v2/admin/users'))).users, [])
  const methods = useLoaded(loadMethods, [])
  /** With PASSWORDS=off people come in by the provider alone. */
  const hasPasswords = methods.data.value?.password !== false
  const isMaking = useSignal(false)
  const made = useSignal<Made | null>(null)
  const renamed = useSignal<User | null>(null)
  const removed = useSignal<User | null>(null)

  /** `back`: what undoes it. */
  async function set ({ id, email }: User, changes: Changes, back: Changes, words: string): Promise<void> {
    const send = async (body: Changes) => {
      await done(api.POST('/api/v2/admin/users/{user_id}', { params: { path: { user_id: String(id) } }, body }))
      await reload()
    }
    await send(changes)
    tell(`${email} ${words}.`, async () => send(back))
  }
  const change = (...changed: Parameters<typeof set>): void => { set(...changed).catch(tellFailure) }

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
        <Table name='Users' columns={['User', 'Role', 'Access', 'State', 'Last seen', '']}>
          {data.value.map((user) => (
            <tr key={user.id}>
              <th scope='row' title={`Made ${date(user.created_at)}`}>
                <Face user={user} />
                {user.name !== '' && <><bdi>{user.name}</bdi><br /></>}
                <span class={user.name === '' ? undefined : 'quiet'}>{user.email}</span>
              </th>
              <td>
                {mayWrite.value
                  ? (
                    <select
                      aria-label={`Role of ${user.email}`} value={user.admin ? 'Administrator' : 'User'}
                      onChange={({ currentTarget }) => {
                        const admin = currentTarget.value === 'Administrator'
                        // The table says what the service has taken.
                        currentTarget.value = user.admin ? 'Administrator' : 'User'
                        change(user, { admin }, { admin: user.admin },
                          admin ? 'is an administrator now' : 'is no administrator any more')
                      }}
                    >
                      <option>User</option>
                      <option>Administrator</option>
                    </select>
                    )
                  : user.admin ? 'Administrator' : 'User'}
              </td>
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
              <td class='ago'>{user.last_used_at === null ? 'never' : ago(user.last_used_at)}</td>
              <td class='end'>
                {mayWrite.value && (
                  <span class='actions'>
                    <button type='button' class='button' onClick={() => { renamed.value = user }}>
                      Rename<span class='hidden-text'> {user.email}</span>
                    </button>
                    {!user.disabled && hasPasswords && (
                      <>
                        <button type='button' class='button' onClick={() => { invite(user).catch(tellFailure) }}>Invite</button>
                        <button type='button' class='button' onClick={() => { reset(user).catch(tellFailure) }}>
                          Reset password
                        </button>
                      </>
                    )}
                    <button
                      type='button' class={user.disabled ? 'button' : 'button danger'}
                      onClick={() => {
                        change(user, { disabled: !user.disabled }, { disabled: user.disabled },
                          user.disabled ? 'may come in again' : 'may not come in any more')
                      }}
                    >
                      {user.disabled ? 'Enable' : 'Disable'}
                    </button>
                    {user.id !== who.value?.user.id && (
                      <button type='button' class='button danger' onClick={() => { removed.value = user }}>
                        Remove user<span class='hidden-text'> {user.email}</span>
                      </button>
                    )}
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
      {renamed.value !== null && (
        <Rename
          user={renamed.value} onClose={() => { renamed.value = null }}
          onRenamed={async (user, name) =>
            set(user, { name }, { name: user.name }, name === '' ? 'has no name any more' : `is called ${name} now`)}
        />
      )}
      {removed.value !== null && (
        <RemoveUser
          user={removed.value} users={data.value ?? []} onClose={() => { removed.value = null }}
          onRemoved={async () => {
            tell(`${removed.value!.email} is removed.`)
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

interface RenameProps {
  readonly user: User
  readonly onClose: () => void
  readonly onRenamed: (user: User, name: string) => Promise<void>
}

function Rename ({ user, onClose, onRenamed }: RenameProps) {
  const name = useSignal(user.name)
  return (
    <FormDialog
      title={`Rename ${user.email}`} verb='Rename' onClose={onClose}
      work={async () => onRenamed(user, name.value.trim())}
    >
      <TextInput label='Name' value={name} autoFocus maxLength={100} hint='What others see; empty: the e-mail' />
    </FormDialog>
  )
}
