import { computed, signal } from '@preact/signals'
import type { Answer, components } from '../../client/cutroom.d.ts'
import { forgetAll } from '../../client/recall.ts'
import { Failure, failureOf } from './failure.ts'
import { insist } from './insist.ts'
import { forgetKey, headersOf, isKept, keepKey, keepSession, key, SESSION } from './key.ts'
import { createApi, done } from './typed.ts'

type Schemas = components['schemas']

/** What a member of a project may do there. */
export type Role = 'Admin' | 'Member' | 'Viewer'

/** Asks for itself, without the key of the tab. */
export const { api: bare } = createApi(async (url, init) =>
  fetch(url, { ...init, cache: 'no-store' }).catch(() => Response.error()))

export interface Who {
  readonly user: Schemas['CurrentUser']
  /** The highest of the user's roles in projects; null without one. */
  readonly highest_role?: Role | null
  /** Null with a session. */
  readonly api_key: Schemas['ApiKey'] | null
  readonly session: Schemas['Session'] | null
}

/** The user of the key; null while nobody is signed in. */
export const who = signal<Who | null>(null)
/** Whether the user is asked for a key during work, as the old one is no longer valid. */
export const isAsking = signal(false)

/** Whether the key may write. Actions that it may not do are not shown. */
export const mayWrite = computed(() => who.value !== null && who.value.api_key?.scope !== 'read')
/**
 * Whether the user looks on, as a Viewer does, or somebody with no project yet: what is for people who write, or who
 * write programs, is not shown.
 */
export const onlyLooks = computed(() => !mayWrite.value ||
  (who.value?.user.access === 'projects' && (who.value.highest_role ?? 'Viewer') === 'Viewer'))
export const isAdmin = computed(() => who.value?.user.admin === true)
/** Whether an administrator has signed in with a key that nobody has used before. */
export const isFirstVisit = computed(() => isAdmin.value && who.value?.api_key?.last_used_at === null)

const waiting: Array<(goOn: boolean) => void> = []

/** Throws Failure with a sentence for people if the key is invalid. */
export async function signIn (value: string, options: { keep: boolean }): Promise<void> {
  const entered = await identify(value)
  keepKey(value, options.keep)
  enter(entered)
}

/** Begins a session. Throws Failure with a sentence for people. */
export async function signInByPassword (
  email: string, password: string, { keep }: { keep: boolean }
): Promise<void> {
  await ask(bare.POST('/api/v2/session', { body: { email, password, keep } }), 'This e-mail and this password do not fit together.')
  keepSession()
  enter(await identify(SESSION))
}

/** Sets a password by the token of a link, which begins a session. */
export async function signInByLink (token: string, password: string): Promise<void> {
  await ask(bare.POST('/api/v2/session/password', { body: { token, password } }), 'This page may not do that.')
  keepSession()
}

/** Whose link it is, and who made it. */
export async function readLink (token: string): Promise<Schemas['TokenOwner']> {
  return ask(bare.POST('/api/v2/session/token', { body: { token } }), 'This page may not do that.')
}

/** Asks the service to mail a link for a new password. */
export async function askForLink (email: string): Promise<void> {
  await ask(bare.POST('/api/v2/session/forgotten', { body: { email } }), 'This page may not do that.')
}

/** How people sign in here. */
export async function loadMethods (): Promise<Methods> {
  return done(bare.GET('/api/v2/session/methods')).catch(() => ({ password: true, mail: false, oidc: null }))
}

export interface Methods {
  readonly password: boolean
  readonly mail: boolean
  readonly oidc: { readonly name: string } | null
}

/** The body of a success. `refused`: what a 401 means here. */
async function ask<Data> (asked: Promise<Answer<Data>>, refused: string): Promise<Data> {
  try {
    return await done(asked)
  } catch (error) {
    const status = error instanceof Failure ? error.status : null
    if (status === 0) throw new Failure('The service cannot be reached. Is it running?', 0)
    throw status === 401 ? new Failure(refused, 401) : error
  }
}

/** The user has another name. */
export function renamed (user: Schemas['CurrentUser']): void {
  who.value = { ...who.value!, user }
}

/** What the user may do has changed. */
export async function readRights (): Promise<void> {
  if (key.value === null || who.value === null) return
  const { user, highest_role: role = null } = await identify(key.value)
  if (who.value?.user.id === user.id) who.value = { ...who.value, user, highest_role: role }
}

function enter (entered: Who): void {
  // The data in this tab belongs to another user.
  if (who.value !== null && who.value.user.id !== entered.user.id) window.location.reload()
  who.value = entered
  isAsking.value = false
  for (const goOn of waiting.splice(0)) goOn(true)
}

/** Deletes the key, or ends the session, and reloads the page, which deletes everything that was loaded or typed. */
export async function signOut (): Promise<void> {
  if (key.value === SESSION) {
    await bare.DELETE('/api/v2/session').catch(() => null)
  }
  leave()
}

/** The same, if the session has ended already. */
export function leave (): void {
  forgetKey()
  forgetAll()
  sessionStorage.clear()
  window.location.reload()
}

/** Continues with the stored key, if it is still valid. Says why that takes long. */
export async function resume (onPause: (why: string) => void): Promise<void> {
  if (key.value === null) return
  try {
    who.value = await insist(async () => identify(key.value!), { signal: new AbortController().signal, onPause })
  } catch (error) {
    const isOver = error instanceof Failure && error.status === 401
    const hadSession = key.value === SESSION
    if (isOver) forgetKey()
    // The end of a session needs no message: the user signs in again.
    if (!isOver || !hadSession) throw error
  }
}

/**
 * After a 401: resolves to whether the request may be sent again. It may not if the key is valid, but lacks the
 * right.
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
  if (!/^[\x21-\x7e]*$/.test(value)) throw failureOf(422, 'A key has no spaces and no letters with accents.', null)
  const refused = value === SESSION ? 'Your session has ended.' : 'This key is not valid: mistyped, expired or revoked.'
  return ask(bare.GET('/api/v2/user', { params: { query: { include: 'highest_role' } }, headers: headersOf(value) }), refused)
}
