import type { ClientOptions, Cutroom } from './cutroom.d.ts'
import { CutroomError, errorOf, failureIn, isJson, mediaTypeOf } from './error.ts'
import answers from './answers.json'
import { pause, within } from './pause.ts'

type Values = Readonly<Record<string, unknown>>

/** What a call may have: the types of cutroom.d.ts say what it needs. */
export interface Options {
  readonly params?: { readonly path?: Values, readonly query?: Values | URLSearchParams, readonly header?: Values }
  readonly body?: unknown
  readonly headers?: Values | Headers
  readonly parseAs?: string
  readonly signal?: AbortSignal
  /** How long an answer may take. Default: as long as it likes. */
  readonly limitMs?: number
}

export type Ask = (method: string, path: string, options?: Options) => Promise<{ data: any, response: Response }>

/**
 * The types of answers that are not JSON alone, by the document: a test compares them. What comes as another type is
 * not the service's. An empty list: no body.
 */
const types: Readonly<Record<string, readonly string[]>> = answers

/** The longest time after which a request is sent again, and how often. */
const LONGEST_WAIT_S = 60
const MOST_REPEATS = 3
const JSON_TYPE = 'application/json'

/** The base of all URLs, without a slash at its end. */
export function baseOf (url: string): string {
  const { origin, pathname, protocol } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new TypeError(`Not the URL of a service: ${url}`)
  return origin + (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname)
}

interface RequestSettings {
  /** 0 where `fetch` sends again itself. */
  readonly mostRepeats?: number
  /** The keys that the JSON of each operation always has. What comes without them is not the service's. */
  readonly keys?: Readonly<Record<string, readonly string[]>>
}

export function createRequest (
  { url, key, token, fetch = globalThis.fetch.bind(globalThis) }: ClientOptions,
  { mostRepeats = MOST_REPEATS, keys = {} }: RequestSettings = {}
): Ask {
  const base = baseOf(url)
  if (key !== undefined && token !== undefined) throw new TypeError('Either a key or a token, not both')
  const who = new Headers()
  if (key !== undefined) setHeader(who, 'x-api-key', key)
  else if (token !== undefined) setHeader(who, 'authorization', `Bearer ${token}`)
  else setHeader(who, 'x-requested-with', 'cutroom')

  return async function request (method, path, { params = {}, body, headers: more, parseAs, signal, limitMs } = {}) {
    const headers = new Headers(who)
    for (const [name, value] of [...entriesOf(params.header), ...entriesOf(more)]) setHeader(headers, name, value)
    const sent = serialise(body, headers)
    const mayRepeat = !(sent instanceof ReadableStream) && (headers.has('idempotency-key') || isRead(method, path))
    const init = {
      method,
      headers,
      redirect: 'manual',
      body: sent,
      ...sent instanceof ReadableStream && { duplex: 'half' }
    }
    const url = base + filled(path, params)
    const ask = async (signal: AbortSignal | undefined) => {
      const response = await fetch(url, { ...init, ...signal && { signal } } as RequestInit)
      if (!response.ok) throw errorOf(response, await response.text())
      const operation = `${method} ${path}`
      return { data: await read(response, operation, parseAs, keys[operation]), response }
    }
    for (let repeats = 0; ; repeats++) {
      try {
        return await (limitMs === undefined ? ask(signal) : within(limitMs, signal, ask))
      } catch (error) {
        const isBusy = error instanceof CutroomError && (error.status === 429 || error.status === 503)
        const wait = isBusy ? error.retryAfter : null
        if (!mayRepeat || wait === null || wait > LONGEST_WAIT_S || repeats === mostRepeats) throw error
        await pause(wait * 1000, signal)
      }
    }
  }
}

/** `Headers` would print a value that it does not take, which may be a key. */
function setHeader (headers: Headers, name: string, value: unknown): void {
  const text = String(value).trim()
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    throw new TypeError(`${name} has a line break, or another character that no header has`)
  }
  headers.set(name, text)
}

/** A function for each method. */
export function methodsOf (request: Ask): Pick<Cutroom, 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE' | 'PATCH'> {
  const call = (method: string) => (path: string, options?: Options) => request(method, path, options)
  const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH'].map((method) => [method, call(method)])
  return Object.fromEntries(methods) as ReturnType<typeof methodsOf>
}

/** A search by POST reads, too. */
function isRead (method: string, path: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && path === '/api/v2/search')
}

function entriesOf (values: Values | Headers | URLSearchParams | undefined): Array<readonly [string, unknown]> {
  if (values === undefined) return []
  const isList = values instanceof Headers || values instanceof URLSearchParams
  const entries = isList ? [...values] : Object.entries(values)
  return entries.filter(([, value]) => value !== undefined && value !== null)
}

/** What is neither text nor bytes goes as JSON. */
function serialise (body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined
  const isPlain = typeof body === 'string' || body instanceof Blob || body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) || body instanceof ReadableStream
  if (isPlain) return body as BodyInit
  if (!headers.has('content-type')) headers.set('content-type', JSON_TYPE)
  return JSON.stringify(body)
}

/** A path of the document with its parameters. */
export function filled (path: string, { path: values, query }: NonNullable<Options['params']>): string {
  return fill(path, values) + queryOf(query)
}

function fill (path: string, values: Values = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing`)
    // Whoever reads a URL takes these as steps, encoded or not.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be in a URL: ${value}`)
    return encodeURIComponent(String(value))
  })
}

function queryOf (values: Values | URLSearchParams | undefined): string {
  const query = new URLSearchParams()
  for (const [name, value] of entriesOf(values)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Reads a success. Throws CutroomError for `{error}`, and for what the document does not say. */
async function read (
  response: Response, operation: string, parseAs: string | undefined, required: readonly string[] | undefined
): Promise<unknown> {
  const allowed = types[operation] ?? [JSON_TYPE]
  const type = mediaTypeOf(response.headers)
  const isEmpty = operation.startsWith('HEAD ') || response.status === 204
  if (isEmpty || (allowed.length === 0 && type === null)) return undefined
  const isKnown = allowed.includes('*/*') || (type !== null && allowed.includes(type))
  // A failure with the status 200 is JSON in the place of text.
  if (!isKnown && type !== JSON_TYPE) {
    await response.body?.cancel().catch(() => {})
    throw errorOf(response, '')
  }
  if (isJson(response) && !allowed.includes('*/*')) return readJson(response, parseAs, required)
  if (parseAs === 'stream') return response.body
  if (parseAs === 'blob') return response.blob()
  if (parseAs === 'arrayBuffer') return response.arrayBuffer()
  return response.text()
}

async function readJson (
  response: Response, parseAs: string | undefined, required: readonly string[] = []
): Promise<unknown> {
  const said = await response.text()
  if (failureIn(response, said) !== null) throw errorOf(response, said)
  if (parseAs === 'text') return said
  if (parseAs === 'blob') return new Blob([said], { type: JSON_TYPE })
  if (parseAs === 'arrayBuffer') return new TextEncoder().encode(said).buffer
  if (parseAs === 'stream') return new Blob([said]).stream()
  const body = parse(said)
  // All answers are objects.
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject || !required.every((key) => key in body)) throw errorOf(response, '')
  return body
}

function parse (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
