import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { sentenceOf } from '../api/failure.ts'
import { readLink, signInByLink } from '../api/session.ts'
import { nameAndEmail } from '../items/people.ts'
import { PASSWORD_HINT, requirePassword } from '../ui/password.ts'
import { addressOf } from './place.ts'

/** The page of links in invitations and resets: the user sets a password, and is signed in. */
export function Welcome () {
  const token = window.location.hash.slice(1)
  const password = useSignal('')
  const said = useSignal<string | null>(token === '' ? 'This link is not whole. Ask for another one.' : null)
  const isBusy = useSignal(false)
  const owner = useSignal<Owner | null>(null)
  useEffect(() => {
    document.title = 'Welcome · Cutroom'
    if (token === '') return
    readLink(token).then((found) => { owner.value = found }, (error) => { said.value = sentenceOf(error) })
  }, [])

  async function submit (event: Event) {
    event.preventDefault()
    isBusy.value = true
    said.value = null
    try {
      requirePassword(password.value)
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
        {owner.value !== null && <Invited {...owner.value} />}
        <p class='quiet'>Choose a password of {PASSWORD_HINT}. You sign in with it and your e-mail from then on.</p>
        <form class='stack' onSubmit={submit}>
          {owner.value !== null && (
            <span class='hidden-text' aria-hidden='true'>
              <input type='email' autocomplete='username' tabIndex={-1} readOnly value={owner.value.email} />
            </span>
          )}
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

type Owner = Awaited<ReturnType<typeof readLink>>

/** Who invites whom. */
function Invited ({ kind, account, invited_by: maker, ...owner }: Owner) {
  const whom = nameAndEmail(owner)
  if (kind !== 'confirmation') return <p>A new password for {whom}.</p>
  return maker === null
    ? <p>{whom}, you are invited to the account {account}.</p>
    : <p><strong>{maker}</strong> invites {whom} to the account {account}.</p>
}
