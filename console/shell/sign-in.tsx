import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sentenceOf } from '../api/failure.ts'
import { isAsking, signIn, signOut } from '../api/session.ts'
import { Dialog } from '../ui/dialog.tsx'

/** The sign-in screen. The URL stays, so that people see where a link leads. */
export function SignInScreen ({ failure }: { failure: string | null }) {
  useEffect(() => { document.title = 'Sign in · Cutroom' }, [])
  return (
    <main class='sign-in'>
      <div class='sign-in-card'>
        <span class='brand-mark large' aria-hidden='true' />
        <h1>Cutroom</h1>
        <p class='quiet'>Your key is what the API knows you by. The first start of the service prints one.</p>
        <KeyForm failure={failure} />
      </div>
    </main>
  )
}

/** Asks for a new key during work: what was typed stays behind the dialog. */
export function SignInAgain () {
  if (!isAsking.value) return null
  return (
    <Dialog title='Your key is not valid any more' onClose={() => {}}>
      <p>It has expired or was revoked. Sign in again, and what you were doing goes on.</p>
      <KeyForm failure={null} />
      <button type='button' class='link' onClick={signOut}>Sign out</button>
    </Dialog>
  )
}

function KeyForm ({ failure }: { failure: string | null }) {
  const value = useSignal('')
  const keep = useSignal(false)
  const said = useSignal(failure)
  const isBusy = useSignal(false)

  async function submit (event: Event) {
    event.preventDefault()
    isBusy.value = true
    said.value = null
    try {
      await signIn(value.value.trim(), { keep: keep.value })
    } catch (error) {
      said.value = sentenceOf(error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <form onSubmit={submit} class='stack'>
      <label class='field'>
        <span>API key</span>
        <input
          type='password' autocomplete='current-password' spellcheck={false} required autoFocus
          value={value.value} onInput={(event) => { value.value = event.currentTarget.value }}
          aria-invalid={said.value !== null} aria-describedby='key-said'
        />
      </label>
      <p id='key-said' class='wrong' role='alert'>{said.value}</p>
      <label class='check'>
        <input
          type='checkbox' checked={keep.value}
          onChange={(event) => { keep.value = event.currentTarget.checked }}
        />
        Keep me signed in
      </label>
      <button type='submit' class='button primary wide' disabled={isBusy.value}>Sign in</button>
    </form>
  )
}
