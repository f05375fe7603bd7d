import type { Answer } from '../../client/cutroom.d.ts'
import type { components } from '../../client/generated/api.js'
import { CutroomError, failureIn, isJson, retryAfterIn } from '../../client/error.ts'
import { createRequest, methodsOf } from '../../client/request.ts'
import { failureOf } from './failure.ts'
import { home } from './home.ts'
import { send } from './send.ts'

export type Schemas = components['schemas']
export type Asset = Schemas['Asset']
export type Project = Schemas['Project']
export type Item = Asset | Project
export type ItemType = 'asset' | 'project'

/** The client for programs, with the key and the patience of the console. */
export const api = methodsOf(createRequest({ url: home, fetch: (url, init) => send(new Request(url, init)) }, 0))

/** The body of a success. Throws Failure for everything else, also when the API answers 200 with an error. */
export async function done<Data> (asked: Promise<Answer<Data>>): Promise<Data> {
  try {
    return (await asked).data
  } catch (error) {
    throw error instanceof CutroomError ? failureOf(error.status, error.text ?? undefined, error.retryAfter) : error
  }
}

/** For requests without types: URLs made at run time, and answers that are not JSON. */
export async function request<Data> (
  method: string, path: string, body?: unknown, init: RequestInit = {}
): Promise<Data> {
  const answer = await ask(method, path, body, init)
  return (await answer.json()) as Data
}

/** Throws Failure unless the answer is a success. */
export async function ask (method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const isPlain = body !== undefined && !(body instanceof Blob)
  if (isPlain) headers.set('content-type', 'application/json')
  const answer = await send(new Request(home + path, {
    ...init,
    method,
    headers,
    body: isPlain ? JSON.stringify(body) : body as Blob | undefined
  }))
  const said = isJson(answer) ? failureIn(answer, await answer.clone().text()) : null
  if (!answer.ok || said !== null) throw failureOf(answer.status, said ?? undefined, retryAfterIn(answer))
  return answer
}

/** The answers of a list, one page after the other, to its end. */
export async function * pagesOf<Data> (path: string, init: RequestInit = {}): AsyncGenerator<Data> {
  for (let next: string | null = path; next !== null;) {
    const answer: Response = await ask('GET', next, undefined, init)
    yield await answer.json() as Data
    next = nextPage(answer)
  }
}

/** The URL of the next page, from a Link header: its path and query. */
export function nextPage (answer: Response): string | null {
  const link = /<([^<>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  if (link === undefined) return null
  const { search, pathname } = new URL(link, home)
  return pathname.slice(pathname.indexOf('/api/v2')) + search
}
