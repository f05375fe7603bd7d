import { refusedByProxy } from '../api/failure.ts'
import { home } from '../api/home.ts'
import type { components } from '../../client/generated/api.js'

type Schemas = components['schemas']
export type SharedLink = Schemas['SharedLink']
export type SharedAsset = Schemas['SharedAsset']
export type OpenedAsset = Schemas['OpenedAsset']
export type SharedFile = Schemas['SharedFile']

/** Why a request has failed. */
export class Failure extends Error {
  override name = 'Failure'

  constructor (readonly status: number, message: string) {
    super(message)
  }
}

/** The requests of somebody with a link. */
export interface LinkApi {
  get<Data> (path: string): Promise<Data>
  post<Data> (path: string, body: unknown): Promise<Data>
  /** A page of a list, and the path of the next one. */
  page<Element> (path: string, name: string): Promise<{ elements: Element[], next: string | null }>
  /** All elements of a list, page by page. */
  all<Element> (path: string, name: string): Promise<Element[]>
  /** Gets a pass for the password, which is sent from now on. */
  unlock (password: string): Promise<void>
}

/** A pass is kept for the tab, also over a reload of the page. */
const PASS = 'link pass'

export function createLinkApi (token: string): LinkApi {
  const kept = readPass()
  let pass = kept?.of === token ? kept.pass : token

  async function ask (path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${pass}`, ...init.headers as object }
    const answer = await fetch(`${home}/api/v2/${path}`, { ...init, headers }).catch(() => null)
    if (answer === null) throw new Failure(0, 'The service cannot be reached. Try again in a moment.')
    const said = answer.headers.get('content-type')?.startsWith('application/json') === true
      ? (await answer.clone().json() as { error?: string }).error
      : undefined
    if (answer.ok && said === undefined) return answer
    // A pass is valid for an hour.
    if (answer.status === 401 && pass !== token) {
      pass = token
      return ask(path, init)
    }
    if (answer.status === 413 && said === undefined) {
      throw new Failure(413, refusedByProxy(new Blob([init.body as string]).size).message)
    }
    throw new Failure(answer.status, wordsFor(answer, said))
  }

  const json = async (path: string, init?: RequestInit) => (await ask(path, init)).json()
  const post = (path: string, body: unknown) =>
    json(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  async function page<Element> (path: string, name: string): Promise<{ elements: Element[], next: string | null }> {
    const answer = await ask(path)
    const elements = (await answer.json() as Record<string, Element[]>)[name]!
    const next = /<[^<>]*\/api\/v2\/([^<>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
    return { elements, next }
  }

  return {
    get: (path) => json(path),
    post,
    page,
    async all<Element> (path: string, name: string) {
      const all: Element[] = []
      for (let next: string | null = path; next !== null;) {
        const { elements, next: following }: { elements: Element[], next: string | null } = await page(next, name)
        all.push(...elements)
        next = following
      }
      return all
    },
    async unlock (password) {
      pass = token
      const got = await post('shared/password', { password }) as { token: string }
      pass = got.token
      sessionStorage.setItem(PASS, JSON.stringify({ of: token, pass }))
    }
  }
}

function readPass (): { of: string, pass: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(PASS) ?? 'null') as { of: string, pass: string } | null
  } catch {
    return null
  }
}

function wordsFor (answer: Response, said: string | undefined): string {
  const wait = Number(answer.headers.get('retry-after'))
  if (answer.status === 429) return `That was too often. Try again in ${Math.ceil(wait / 60)} min.`
  return said === undefined ? `The service answered with status ${answer.status}.` : `${said.replaceAll(/<\/?code>/g, '')}.`
}
