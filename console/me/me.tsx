import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { mayWrite, renamed, who } from '../api/session.ts'
import { loadUsers } from '../items/people.ts'
import { MailSetting } from '../notifications/mail-setting.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Picture } from './picture.tsx'
import { Sessions } from './sessions.tsx'

/** The page of the user: what others see, which messages come, the password, and where the user is signed in. */
export function MeScreen () {
  const user = who.value!.user
  const name = useSignal(user.name)

  async function save (event: Event): Promise<void> {
    event.preventDefault()
    try {
      const { user: now } = await done(api.PUT('/api/v2/user', { body: { name: name.value.trim() } }))
      renamed(now)
      name.value = now.name
      await loadUsers({ again: true })
      tell('Your name was saved.')
    } catch (error) {
      tellFailure(error)
    }
  }

  return (
    <Page title='Me' behind='/api/v2/user' isComing={false}>
      <p class='quiet'>You are here as {user.email}.</p>
      <Picture />
      <form class='stack narrow' aria-label='Name' onSubmit={save}>
        <TextInput
          label='Name' value={name} maxLength={100} readOnly={!mayWrite.value}
          hint='What others see in place of your e-mail, guests of links as well'
        />
        {mayWrite.value && (
          <div class='actions'>
            <button type='submit' class='button primary' disabled={name.value.trim() === user.name}>Save</button>
          </div>
        )}
      </form>
      <MailSetting />
      <Sessions mayWrite={mayWrite.value} />
    </Page>
  )
}
