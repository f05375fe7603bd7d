import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { request } from 'undici'
import { closeLater } from './closing.js'
import { median, percentile } from './figures.js'
import { seededId } from './seed.js'

/**
 * @typedef {object} Waited waits of the well-behaved caller, in milliseconds
 * @property {number} answers
 * @property {number} median
 * @property {number} p99
 * @property {number} longest
 * @property {number} longestWrite of its writes, which the other figures leave out
 * @property {number} refused answers of 503
 * @property {string[]} wrong a sentence for each answer that was neither 200 nor 503
 */

/**
 * The requests of a well-behaved caller in an account that `seed` has filled: all of them are small. It looks into the
 * first project, so that its answers do not contain what others write.
 */
export const questions = (number) => [
  `assets/${seededId('asset', 1 + number % 100)}`,
  `search?q=interview&project_id=${seededId('project', 1)}&limit=10`,
  `search?q=interview&project_id=${seededId('project', 1)}&sort=title&limit=10`,
  'changes?limit=10'
]

/**
 * A well-behaved caller. `during` lets it send requests while some work is done, and returns how long it waited.
 * @param {string} url of the service
 * @param {Record<string, string>} headers with a key
 * @param {Array<Array<string | { method: string, path: string, body: object }>>} rounds what it sends in turn
 */
export function startNeighbour (url, headers, rounds = Array.from({ length: 100 }, (_, number) => questions(number))) {
  const thread = new Worker(new URL('neighbour-thread.js', import.meta.url), { workerData: { url, headers, rounds } })
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
      const [{ waited, writes, wrong, refused }] = await once(thread, 'message')
      const [p50, p99, longest] = [median(waited), percentile(waited, 99), Math.max(...waited)]
      return { answers: waited.length, median: p50, p99, longest, longestWrite: Math.max(0, ...writes), refused, wrong }
    }
  }
}

/**
 * Opens a request whose answer is not read. Resolves when the answer has begun, or was refused.
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
