import { signal } from '@preact/signals'

const NAME = 'cutroom.key'
/** All tabs share the session. No script can read its cookie, so this says that there is one, or is about to be. */
const SESSION_NAME = 'cutroom.session'

/** Stands for the session, whose cookie the browser sends instead of a key. */
export const SESSION = ''

/** The key of all requests, or SESSION; null if nobody is signed in. It is in no URL and no message. */
export const key = signal(read())

function read (): string | null {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ??
    (localStorage.getItem(SESSION_NAME) === null ? null : SESSION)
}

/** The headers that tell the service who asks, and that the request is from the console. */
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

/** From now on the requests of all tabs use the session. */
export function keepSession (): void {
  forgetKey()
  localStorage.setItem(SESSION_NAME, new Date().toISOString())
  key.value = SESSION
}

// Signing out ends the session in all tabs that keep the key. Signing in by a session signs in all waiting tabs.
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
