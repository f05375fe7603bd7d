import type { ChangesOptions } from './cutroom.d.ts'
import { CutroomError } from './error.ts'
import { pauseOf } from './patience.ts'
import { pause } from './pause.ts'
import type { Ask, Options } from './request.ts'

const PAGE = 100
/** How long the service waits for what is new, and how long its answer may take beyond that. */
export const WAIT_S = 30
export const LATEST_S = 30

/** The answers of a list, one after the other. */
export async function * pagesOf (request: Ask, path: string, options: Options = {}): AsyncGenerator<any, void> {
  const inBody = options.body !== undefined
  for (let cursor: string | null = null; ;) {
    const sent = inBody ? options.body as object : options.params?.query
    const page = { limit: PAGE, ...sent, ...cursor !== null && { cursor } }
    const { data, response } = inBody
      ? await request('POST', path, { ...options, body: page })
      : await request('GET', path, { ...options, params: { ...options.params, query: page } })
    yield data
    cursor = cursorIn(response)
    if (cursor === null) return
  }
}

/** Of a link only the cursor counts, whatever host it names. */
function cursorIn ({ headers }: Response): string | null {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return next === undefined ? null : new URL(next, 'http://localhost').searchParams.get('cursor')
}

/** Follows changes. The first request, if it asks for where `now` is, is sent at once. */
export function changesOf (
  request: Ask, { onNext, signal, since, ...query }: ChangesOptions = {}
): AsyncGenerator<any, void> {
  const ask = async (next: string | undefined, wait: number) => {
    const sent = { ...query, wait, ...next !== undefined && { since: next } }
    const { data } = await request('GET', '/api/v2/changes', {
      params: { query: sent }, limitMs: (wait + LATEST_S) * 1000, ...signal && { signal }
    })
    return data
  }
  const isOver = () => signal?.aborted === true
  const begun = since === 'now' ? ask(since, 0) : null
  // Whoever has not come to the first answer yet gets its failure there.
  begun?.catch(() => {})
  return follow(begun)

  async function * follow (first: Promise<any> | null): AsyncGenerator<any, void> {
    let next = since
    for (let failures = 0; ;) {
      let data
      try {
        data = await (first ?? ask(next, WAIT_S))
        failures = 0
      } catch (error) {
        first = null
        if (isOver()) return
        if (!mayGoOn(error)) throw error
        await pause(pauseOf(error, ++failures), signal).catch(() => {})
        if (isOver()) return
        continue
      }
      first = null
      if (isOver()) return
      if (data.changes.length > 0) yield data
      next = data.next as string
      onNext?.(next)
      if (isOver()) return
    }
  }
}

/** Whether following may go on later: the connection was lost, or the service says so. */
export function mayGoOn (error: unknown): boolean {
  if (!(error instanceof CutroomError)) return true
  return [408, 429, 500, 502, 503, 504].includes(error.status)
}
