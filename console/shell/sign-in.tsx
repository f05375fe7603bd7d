import { useSignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { home } from '../api/home.ts'
import { keepSession, key, SESSION } from '../api/key.ts'
import {
  askForLink, isAsking, loadMethods, onlyLooks, signIn, signInByPassword, signOut, who, type Methods
} from '../api/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { takeFocus } from '../ui/first-focus.ts'
import { CheckInput } from '../ui/inputs.tsx'
import { useSending } from '../ui/use-acting.ts'

/** Why a sign-in at the provider has ended without a session. */
const REASONS: Readonly<Record<string, string>> = {
  refused: 'The provider has said no.',
  unreachable: 'The provider cannot be reached. Try again later.',
  failed: 'The provider\'s answer does not count. Try again.',
  expired: 'That took too long. Try again.',
  unverified: 'The provider has not verified your e-mail.',
  unknown: 'Nobody here has your e-mail. Ask an administrator to invite you.',
  disabled: 'Your user is disabled. Ask an administrator.',
  bound: 'Your e-mail belongs to another person at the provider. Ask an administrator.'
}

/** The sentence for the reason in the URL, which is removed from there. */
export function whyNot (): string | null {
  const reason = /^#sign-in=([a-z]+)$/.exec(window.location.hash)?.[1]
  if (reason === undefined) return null
  history.replaceState(history.state, '', window.location.pathname + window.location.search)
  return REASONS[reason] ?? REASONS.failed!
}

/** The sign-in screen. The URL stays, so that people see where a link leads. */
export function SignInScreen ({ failure }: { failure: string | null }) {
  useEffect(() => { document.title = 'Sign in · Cutroom' }, [])
  return (
    <main class='sign-in'>
      <div class='sign-in-card'>
        <span class='brand-mark large' aria-hidden='true' />
        <h1>Cutroom</h1>
        <Ways failure={failure} />
      </div>
    </main>
  )
}

/** Asks for a new key, or a session, during work: what was typed stays behind the dialog. */
export function SignInAgain () {
  const keep = useSignal(false)
  if (!isAsking.value) return null
  const hadSession = key.value === SESSION
  return (
    <Dialog title={hadSession ? 'Your session has ended' : 'Your key is not valid any more'} onClose={() => {}}>
      <p>{hadSession ? '' : 'It has expired or was revoked. '}Sign in again, and what you were doing goes on.</p>
      {hadSession ? <Ways failure={null} /> : <KeyForm failure={null} keep={keep} />}
      <button type='button' class='link' onClick={signOut}>Sign out</button>
    </Dialog>
  )
}

/** The available ways to sign in. The key is for programs, and for people who have nothing else yet. */
function Ways ({ failure }: { failure: string | null }) {
  const isForOnlooker = who.value !== null && onlyLooks.value
  const methods = useSignal<Methods | null>(null)
  const usesKey = useSignal(false)
  const keep = useSignal(false)
  useEffect(() => { loadMethods().then((found) => { methods.value = found }) }, [])
  if (methods.value === null) return null
  const { password, mail, oidc } = methods.value
  const isKey = usesKey.value || (!password && oidc === null)
  return (
    <>
      {isKey
        ? (
          <>
            <p class='quiet'>Your key is what the API knows you by. The first start of the service prints one.</p>
            <KeyForm failure={failure} keep={keep} />
          </>
          )
        : password ? <PasswordForm failure={failure} mail={mail} keep={keep} /> : <p class='wrong' role='alert'>{failure}</p>}
      {oidc !== null && !isKey && (
        <a class='button wide' href={`${home}/api/v2/session/oidc`} onClick={keepSession}>Sign in with {oidc.name}</a>
      )}
      {(password || oidc !== null) && !isForOnlooker && (
        <button type='button' class='link' onClick={() => { usesKey.value = !usesKey.value }}>
          {isKey ? 'Use another way' : 'Use an API key'}
        </button>
      )}
    </>
  )
}

interface PasswordFormProps {
  readonly failure: string | null
  readonly mail: boolean
  readonly keep: Signal<boolean>
}

function PasswordForm ({ failure, mail, keep }: PasswordFormProps) {
  const email = useSignal('')
  const password = useSignal('')
  const told = useSignal<string | null>(null)
  const { isBusy, said, send } = useSending(failure)

  const act = (work: () => Promise<void>) => {
    told.value = null
    return send(work)
  }

  const forgotten = () => act(async () => {
    if (email.value.trim() === '') throw new Error('Type your e-mail first.')
    await askForLink(email.value.trim())
    told.value = 'If this address is known, a message is on its way.'
  })

  return (
    <form
      class='stack'
      onSubmit={(event) => {
        event.preventDefault()
        act(() => signInByPassword(email.value.trim(), password.value, { keep: keep.value }))
      }}
    >
      <label class='field'>
        <span>E-mail</span>
        <input
          type='text' inputMode='email' autocomplete='username' spellcheck={false} required ref={takeFocus}
          value={email.value} onInput={(event) => { email.value = event.currentTarget.value }}
        />
      </label>
      <label class='field'>
        <span>Password</span>
        <input
          type='password' autocomplete='current-password' required
          value={password.value} onInput={(event) => { password.value = event.currentTarget.value }}
          aria-invalid={said.value !== null} aria-describedby='password-said'
        />
      </label>
      <p id='password-said' class='wrong' role='alert'>{said.value}</p>
      <p class='quiet' role='status'>{told.value}</p>
      <CheckInput label='Keep me signed in' value={keep} />
      <button type='submit' class='button primary wide' disabled={isBusy.value}>Sign in</button>
      {mail && <button type='button' class='link' disabled={isBusy.value} onClick={forgotten}>Forgot your password?</button>}
    </form>
  )
}

function KeyForm ({ failure, keep }: { failure: string | null, keep: Signal<boolean> }) {
  const value = useSignal('')
  const { isBusy, said, send } = useSending(failure)

  function submit (event: Event) {
    event.preventDefault()
    send(() => signIn(value.value.trim(), { keep: keep.value }))
  }

  return (
    <form onSubmit={submit} class='stack'>
      <label class='field'>
        <span>API key</span>
        <input
          type='password' autocomplete='current-password' spellcheck={false} required ref={takeFocus}
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
