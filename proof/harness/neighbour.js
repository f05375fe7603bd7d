import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { request } from 'undici'
import { closeLater } from './closing.js'
import { given } from './failure.js'
import { seededId } from './seed.js'

/**
 * @typedef {object} Waited how long somebody has waited, in milliseconds
 * @property {number} answers
 * @property {number} median
 * @property {number} p99
 * @property {number} longest
 * @property {number} refused answers of 503
 * @property {string[]} wrong a sentence for each answer that was neither 200 nor 503
 */

/** What a caller who behaves asks in an account that `seed` has filled: none of it is much. */
export const questions = (number) => [
  `assets/${seededId('asset', 1 + number % 1000)}`,
  'search?q=interview&limit=10',
  'search?q=interview&sort=title&limit=10',
  'changes?limit=10'
]

/**
 * A caller who behaves. `during` has him ask while something else is done, and says how long he waited for his answers.
 * @param {string} url of the service
 * @param {Record<string, string>} headers with a key
 */
export function startNeighbour (url, headers) {
  const thread = new Worker(new URL('neighbour-thread.js', import.meta.url), { workerData: { url, headers } })
  return {
    stop: closeLater(async () => { await thread.terminate() }),
    /**
     * @param {() => Promise<unknown>} work
     * @returns {Promise<Waited>}
     */
    async during (work) {
      thread.postMessage('begin')
      await work()
      thread.postMessage('end')
      const [{ waited, wrong, refused }] = await once(thread, 'message')
      const sorted = waited.sort((a, b) => a - b)
      const at = (part) => given(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))])
      return { answers: sorted.length, median: at(0.5), p99: at(0.99), longest: at(1), refused, wrong }
    }
  }
}

/**
 * Opens a request whose answer nobody reads. Resolves when it has begun, or was refused.
 * @param {string} url with its path
 * @param {Record<string, string>} headers
 * @returns {Promise<{ statusCode: number, leave: () => void }>}
 */
export async function openUnread (url, headers) {
  const leaving = new AbortController()
  closeLater(() => leaving.abort())
  const { statusCode, body } = await request(url, {
    headers,
    signal: leaving.signal,
    headersTimeout: 0,
    bodyTimeout: 0
  })
  body.on('error', () => {})
  body.pause()
  return { statusCode, leave: () => leaving.abort() }
}
