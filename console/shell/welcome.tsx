import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sentenceOf } from '../api/failure.ts'
import { signInByLink } from '../api/session.ts'
import { addressOf } from './place.ts'

/** The page of links in invitations and resets: the user sets a password, and is signed in. */
export function Welcome () {
  const token = window.location.hash.slice(1)
  const password = useSignal('')
  const said = useSignal<string | null>(token === '' ? 'This link is not whole. Ask for another one.' : null)
  const isBusy = useSignal(false)
  useEffect(() => { document.title = 'Welcome · Cutroom' }, [])

  async function submit (event: Event) {
    event.preventDefault()
    isBusy.value = true
    said.value = null
    try {
      await signInByLink(token, password.value)
      window.location.replace(addressOf(''))
    } catch (error) {
      said.value = sentenceOf(error)
      isBusy.value = false
    }
  }

  return (
    <main class='sign-in'>
      <div class='sign-in-card'>
        <span class='brand-mark large' aria-hidden='true' />
        <h1>Welcome to Cutroom</h1>
        <p class='quiet'>Choose a password of 10 characters or more. You sign in with it and your e-mail from then on.</p>
        <form class='stack' onSubmit={submit}>
          <label class='field'>
            <span>Password</span>
            <input
              type='password' autocomplete='new-password' required autoFocus value={password.value}
              onInput={(event) => { password.value = event.currentTarget.value }}
              aria-invalid={said.value !== null} aria-describedby='welcome-said'
            />
          </label>
          <p id='welcome-said' class='wrong' role='alert'>{said.value}</p>
          <button type='submit' class='button primary wide' disabled={isBusy.value || token === ''}>Set password</button>
        </form>
      </div>
    </main>
  )
}
