import type { components } from '../../client/generated/api.js'
import { isJson, retryAfterIn } from '../../client/error.ts'
import { Failure, refusedByProxy } from '../api/failure.ts'
import { home } from '../api/home.ts'
import { nextPage } from '../api/next-page.ts'
import { createCalls } from './calls.ts'
import { keepIn, keptIn } from '../ui/kept.ts'

type Schemas = components['schemas']
export type SharedLink = Schemas['SharedLink']
export type SharedAsset = Schemas['SharedAsset']
export type OpenedAsset = Schemas['OpenedAsset']
export type SharedFile = Schemas['SharedFile']
/** A file that an asset had before. */
export type SharedVersion = Schemas['SharedVersion']
export type SharedApproval = Schemas['SharedApproval']

/** A pass is kept for the tab, also over a reload of the page. */
const PASS = 'link pass'

/** How long an answer may take: a connection that was lost while a phone slept says nothing. */
const LIMIT_MS = 60_000

/** Whether a link can be used no more, or not without its password. Else the connection may be away for a moment. */
export function isOver (error: unknown): boolean {
  return error instanceof Failure && [401, 404].includes(error.status)
}

/** The requests of somebody with a link. */
export type LinkApi = ReturnType<typeof createLinkApi>

export function createLinkApi (token: string) {
  const kept = readPass()
  let pass = kept?.of === token ? kept.pass : token

  const calls = createCalls(async function ask (method, path, body) {
    const sent = body === undefined ? null : JSON.stringify(body)
    const headers = { authorization: `Bearer ${pass}`, ...sent !== null && { 'content-type': 'application/json' } }
    const signal = AbortSignal.timeout(LIMIT_MS)
    const response = await fetch(home + path, { method, headers, body: sent, signal }).catch(() => null)
    if (response === null) throw new Failure('The service cannot be reached. Try again in a moment.', 0)
    // A pass is valid for an hour.
    if (response.status === 401 && pass !== token) {
      pass = token
      return ask(method, path, body)
    }
    const data = isJson(response) ? await response.json() : null
    if (response.ok && data?.error === undefined) return { data, next: nextPage(response) }
    if (response.status === 413 && data === null) throw refusedByProxy(new Blob([sent ?? '']).size)
    throw new Failure(wordsFor(response, data?.error), response.status, retryAfterIn(response))
  })
  return {
    ...calls,
    /** Gets a pass for the password, which is sent from now on. */
    async unlock (password: string): Promise<void> {
      pass = token
      const got = await calls.request<{ token: string }>('POST', '/api/v2/shared/password', { password })
      pass = got.token
      keepIn('sessionStorage', PASS, JSON.stringify({ of: token, pass }))
    }
  }
}

function readPass (): { of: string, pass: string } | null {
  return JSON.parse(keptIn('sessionStorage', PASS) ?? 'null') as { of: string, pass: string } | null
}

function wordsFor (response: Response, said: string | undefined): string {
  const { status } = response
  if (status === 429) return `That was too often. Try again in ${Math.ceil((retryAfterIn(response) ?? 0) / 60)} min.`
  return said === undefined ? `The service answered with status ${status}.` : `${said.replaceAll(/<\/?code>/g, '')}.`
}
