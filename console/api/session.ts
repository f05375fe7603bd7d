import { computed, signal } from '@preact/signals'
import type { components } from '../../test/openapi/api.js'
import { Failure, failureOf } from './failure.ts'
import { home } from './home.ts'
import { insist, retryAfterOf } from './insist.ts'
import { forgetKey, isKept, keepKey, key } from './key.ts'

type Schemas = components['schemas']

export interface Who {
  readonly user: Schemas['CurrentUser']
  readonly api_key: Schemas['ApiKey']
}

/** The user of the key; null while nobody is signed in. */
export const who = signal<Who | null>(null)
/** Whether the user is asked for a key during work, as the old one is no longer valid. */
export const isAsking = signal(false)

/** Whether the key may write. Actions that it may not do are not shown. */
export const mayWrite = computed(() => who.value?.api_key.scope === 'write')
export const isAdmin = computed(() => who.value?.user.admin === true)

const waiting: Array<(goOn: boolean) => void> = []

/** Throws Failure with a sentence for people if the key is invalid. */
export async function signIn (value: string, options: { keep: boolean }): Promise<void> {
  const entered = await identify(value)
  keepKey(value, options.keep)
  // The data in this tab belongs to another user.
  if (who.value !== null && who.value.user.id !== entered.user.id) window.location.reload()
  who.value = entered
  isAsking.value = false
  for (const goOn of waiting.splice(0)) goOn(true)
}

/** Deletes the key, and reloads the page, which deletes everything that was loaded or typed. */
export function signOut (): void {
  forgetKey()
  sessionStorage.clear()
  window.location.reload()
}

/** Continues with the stored key, if it is still valid. Says why that takes long. */
export async function resume (onPause: (why: string) => void): Promise<void> {
  if (key.value === null) return
  try {
    who.value = await insist(async () => identify(key.value!), { signal: new AbortController().signal, onPause })
  } catch (error) {
    if (error instanceof Failure && error.status === 401) forgetKey()
    throw error
  }
}

/**
 * After a 401: resolves to whether the request may be sent again. It may not if the key is valid, but has no right to
 * it.
 */
export async function askForKey (sentWith: string | null): Promise<boolean> {
  if (who.value === null) return false
  if (key.value !== null && key.value !== sentWith) return true
  if (key.value !== null && !isAsking.value) {
    try {
      who.value = await identify(key.value)
      return false
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 401) return false
    }
  }
  isAsking.value = true
  return new Promise((resolve) => { waiting.push(resolve) })
}

export { isKept }

async function identify (value: string): Promise<Who> {
  if (!/^[\x21-\x7e]+$/.test(value)) throw failureOf(422, 'A key has no spaces and no letters with accents.', null)
  const headers = { 'x-api-key': value }
  const answer = await fetch(`${home}/api/v2/user`, { headers, cache: 'no-store' }).catch(() => null)
  if (answer === null) throw new Failure('The service cannot be reached. Is it running?', 0)
  if (answer.status === 401) throw new Failure('This key is not valid: mistyped, expired or revoked.', 401)
  const body = await answer.json().catch(() => ({})) as Who & { error?: string }
  if (!answer.ok) throw failureOf(answer.status, body.error, retryAfterOf(answer.headers.get('retry-after')))
  return body
}
