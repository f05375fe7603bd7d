import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { leave, signOut } from '../api/session.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { PASSWORD_HINT, requirePassword } from '../ui/password.ts'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date } from '../ui/words.ts'
import { browserOf } from './browser.ts'

/** The user's own sessions and password. */
export function Sessions ({ mayWrite }: { mayWrite: boolean }) {
  const { data, failure, reload } = useLoaded(async () => (await done(api.GET('/api/v2/user/sessions'))).sessions, [])
  const isChanging = useSignal(false)

  async function end (id: number, isCurrent: boolean): Promise<void> {
    if (isCurrent) return signOut()
    await done(api.DELETE('/api/v2/user/sessions/{session_id}', { params: { path: { session_id: String(id) } } }))
    tell('The session has ended.')
    await reload()
  }

  async function endAll (): Promise<void> {
    const hasCurrent = data.value?.some(({ current }) => current) === true
    await done(api.DELETE('/api/v2/user/sessions'))
    if (hasCurrent) return leave()
    tell('You are signed out everywhere.')
    await reload()
  }

  return (
    <section class='stack' aria-label='Sessions'>
      <h2>Sessions</h2>
      <p class='quiet'>Browsers in which you are signed in by a password, or by the provider.</p>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value !== null && data.value.length > 0 && (
        <Table name='Sessions' columns={['Browser', 'Began', 'Last used', 'Ends', '']}>
          {data.value.map((session) => (
            <tr key={session.id}>
              <th scope='row' title={session.user_agent ?? undefined}>
                {browserOf(session.user_agent)} {session.current && <span class='tag'>this one</span>}
              </th>
              <td title={date(session.created_at)}>{ago(session.created_at)}</td>
              <td>{ago(session.last_used_at)}</td>
              <td>{date(session.expires_at)}</td>
              <td class='end'>
                {mayWrite && (
                  <button
                    type='button' class='button danger'
                    onClick={() => { end(session.id, session.current).catch(tellFailure) }}
                  >
                    End
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {mayWrite && (
        <div class='actions'>
          <button type='button' class='button' onClick={() => { isChanging.value = true }}>Set a password</button>
          {data.value !== null && data.value.length > 0 && (
            <button type='button' class='button danger' onClick={() => { endAll().catch(tellFailure) }}>
              Sign out everywhere
            </button>
          )}
        </div>
      )}
      {isChanging.value && <NewPassword onClose={() => { isChanging.value = false }} onSet={reload} />}
    </section>
  )
}

function NewPassword ({ onClose, onSet }: { onClose: () => void, onSet: () => Promise<void> }) {
  const password = useSignal('')
  const current = useSignal('')
  return (
    <FormDialog
      title='Set a password' verb='Set password' onClose={onClose}
      work={async () => {
        requirePassword(password.value)
        const body = {
          password: password.value, ...(current.value !== '' && { current_password: current.value })
        }
        await done(api.PUT('/api/v2/user/password', { body }))
        tell('The password is set. Other sessions have ended.')
        await onSet()
      }}
    >
      <TextInput label='New password' type='password' value={password} required autoFocus hint={PASSWORD_HINT} />
      <TextInput label='Current password' type='password' value={current} hint='If you have one' />
    </FormDialog>
  )
}
