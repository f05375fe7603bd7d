import { signal } from '@preact/signals'

const NAME = 'cutroom.key'
/** All tabs share the session, whose cookie no script can read: this says that there is one, or is to be. */
const SESSION_NAME = 'cutroom.session'

/** In the place of a key: the browser sends the cookie of a session. */
export const SESSION = ''

/** The key of all requests, or SESSION; null if nobody is signed in. It is in no URL and no message. */
export const key = signal(read())

function read (): string | null {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ??
    (localStorage.getItem(SESSION_NAME) === null ? null : SESSION)
}

/** What tells the service who asks, and that the console does. */
export function headersOf (value: string | null): Record<string, string> {
  return { 'x-requested-with': 'cutroom', ...(value !== null && value !== SESSION && { 'x-api-key': value }) }
}

/** Keeps the key for this tab, or until somebody signs out. */
export function keepKey (value: string, signedIn: boolean): void {
  forgetKey()
  const storage = signedIn ? localStorage : sessionStorage
  storage.setItem(NAME, value)
  key.value = value
}

/** From now on requests of all tabs go with the session. */
export function keepSession (): void {
  forgetKey()
  localStorage.setItem(SESSION_NAME, new Date().toISOString())
  key.value = SESSION
}

// Signing out ends the session in all tabs that keep the key. Signing in by a session signs in all that wait for it.
window.addEventListener('storage', ({ key: name, newValue }) => {
  const isEnded = name === NAME && newValue === null && sessionStorage.getItem(NAME) === null
  if (isEnded || (name === SESSION_NAME && read() !== key.value)) window.location.reload()
})

export function isKept (): boolean {
  return localStorage.getItem(NAME) !== null
}

export function forgetKey (): void {
  sessionStorage.removeItem(NAME)
  localStorage.removeItem(NAME)
  localStorage.removeItem(SESSION_NAME)
  key.value = null
}
