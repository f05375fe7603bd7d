import { signal } from '@preact/signals'

const NAME = 'cutroom.key'

/** The key of all requests; null if nobody is signed in. It is in no URL and no message. */
export const key = signal(sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME))

/** Keeps the key for this tab, or until somebody signs out. */
export function keepKey (value: string, signedIn: boolean): void {
  forgetKey()
  const storage = signedIn ? localStorage : sessionStorage
  storage.setItem(NAME, value)
  key.value = value
}

// Signing out ends the session in all tabs that keep the key.
window.addEventListener('storage', ({ key: name, newValue }) => {
  if (name === NAME && newValue === null && sessionStorage.getItem(NAME) === null) window.location.reload()
})

export function isKept (): boolean {
  return localStorage.getItem(NAME) !== null
}

export function forgetKey (): void {
  sessionStorage.removeItem(NAME)
  localStorage.removeItem(NAME)
  key.value = null
}
