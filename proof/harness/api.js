import { setTimeout as delay } from 'node:timers/promises'
import { API_KEY } from './service.js'
import { eventually } from './waiting.js'

/** The pause after a 503. */
const PAUSE_MS = 100
/** The longest build of an index. */
const INDEX_MS = 60 * 60_000

/** Options for a busy machine: a request that is answered 503 is sent again. */
export const insistently = { insistMs: 60_000 }

/**
 * @typedef {object} Reply
 * @property {number} status
 * @property {any} body parsed; null if it is empty
 * @property {Headers} headers
 */

/**
 * Sends one request below `/api/v2`, or to a path that begins with a slash. Throws if no answer comes.
 * @param {string} url of the service
 * @param {string} method
 * @param {string} path
 * @param {object | string} [body] as JSON; text and bytes are sent as they are
 * @param {{ headers?: Record<string, string>, key?: string, patienceMs?: number, insistMs?: number }} [options] for
 * `insistMs` is the time for which it is repeated while the answer is 503
 * @returns {Promise<Reply>}
 */
export async function ask (url, method, path, body, { insistMs = 0, ...options } = {}) {
  const begun = performance.now()
  for (;;) {
    const reply = await askOnce(url, method, path, body, options)
    if (reply.status !== 503 || performance.now() - begun >= insistMs) return reply
    await delay(PAUSE_MS)
  }
}

async function askOnce (url, method, path, body, { headers = {}, key = API_KEY, patienceMs = 60_000 }) {
  const isJson = body !== undefined && typeof body === 'object' && !Buffer.isBuffer(body)
  const answer = await fetch(path.startsWith('/') ? url + path : `${url}/api/v2/${path}`, {
    method,
    headers: { 'x-api-key': key, ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
    // The types of fetch do not include Buffer.
    body: isJson ? JSON.stringify(body) : /** @type {any} */ (body),
    signal: AbortSignal.timeout(patienceMs)
  })
  const text = await answer.text()
  return { status: answer.status, body: parse(text), headers: answer.headers }
}

/** For requests that must succeed: repeats 503, and throws for any other answer than 200. */
export async function succeed (url, method, path, body, options) {
  const answer = await ask(url, method, path, body, { ...insistently, ...options })
  if (answer.status !== 200 || answer.body?.error !== undefined) {
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
  }
  return answer.body
}

/** Waits until the service has built its search index. */
export async function untilIndexed (url) {
  await eventually('the index is built', async () => (await ask(url, 'GET', 'search?limit=1')).status === 200, INDEX_MS)
}

function parse (text) {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
