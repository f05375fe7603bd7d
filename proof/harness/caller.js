import { ask, insistently } from './api.js'
import { given } from './failure.js'
import { takeSnapshot } from './snapshot.js'

/**
 * @typedef {object} Request the next request of a caller
 * @property {string} method
 * @property {string} path
 * @property {object | string} [body]
 * @property {Record<string, string>} [headers]
 * @property {import('./book.js').Write} write
 * @property {number[]} [notNow] answers that mean it was not done, and may be done later
 * @property {number} [doneBefore] the answer that means it was already done
 * @property {(body: any) => string | null} [refusal] the mistake in an answer of 200; null if it is right
 */

/** The pause after a 503 or a lost connection. */
const PAUSE_MS = 50

/**
 * @param {object} options
 * @param {import('./book.js').Book} options.book
 * @param {() => Request} options.next
 * @param {() => string} options.url of the service
 * @param {string[]} options.broken gets a sentence for each answer that must not be
 * @param {Map<number, number>} options.answers counts them by status; 0 is for those that never came
 * @param {() => Promise<void>} [options.pace] waits until the next request is due
 * @param {(ms: number) => void} [options.watch] is told how long each answer took
 */
export function createCaller ({ book, next, url, broken, answers, pace = async () => {}, watch = () => {} }) {
  /** Sends the next request. Returns whether an answer came. */
  async function callOnce (patienceMs) {
    await pace()
    const { method, path, body, headers, write, refusal = defaultRefusal, notNow = [], doneBefore } = next()
    // In doubt until an answer comes.
    book.doubts.add(write)
    const sentAt = performance.now()
    const reply = await ask(url(), method, path, body, { headers, patienceMs }).catch(() => null)
    watch(performance.now() - sentAt)
    const status = reply?.status ?? 0
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (reply === null) return false
    if (status === 200) {
      book.doubts.delete(write)
      const wrong = refusal(reply.body)
      if (wrong === null) {
        book.acknowledged++
        write.note(reply.body)
      } else broken.push(`${write.what}: ${wrong}`)
    } else if (notNow.includes(status) || status === doneBefore) {
      book.doubts.delete(write)
      if (status === doneBefore) write.note(null)
    } else if (status === 503) {
      // It may have happened: the database may have been lost after the commit was sent.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    } else broken.push(`${write.what}: ${method} ${path} answered ${status} ${JSON.stringify(reply.body).slice(0, 200)}`)
    return true
  }

  return {
    /** Sends one request after the other until no answer comes: the service is gone. */
    async untilCut () {
      while (await callOnce(undefined));
    },
    /** The same until the signal. Missing answers do not stop it. */
    async until (signal, patienceMs = 60_000) {
      while (!signal.aborted) {
        if (!await callOnce(patienceMs)) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
  }
}

/**
 * Resolves writes whose answers never came. Those with an Idempotency-Key are sent again, the others are looked up.
 * @param {{ book: import('./book.js').Book, url: string, broken: string[] }} options
 */
export async function settle ({ book, url, broken }) {
  for (const write of [...book.doubts].filter(({ again }) => again !== undefined)) {
    const { method, path, body, headers, refusal = defaultRefusal } = given(write.again)
    const reply = await ask(url, method, path, body, { headers, ...insistently })
    const wrong = reply.status === 200 ? refusal(reply.body) : `${reply.status} ${JSON.stringify(reply.body)}`
    book.doubts.delete(write)
    if (wrong === null) write.note(reply.body)
    else broken.push(`${write.what}, sent again with its Idempotency-Key: ${wrong}`)
  }
  if (book.doubts.size > 0) book.settle(await takeSnapshot(url, { history: false }))
}

function defaultRefusal (body) {
  return body?.error ?? null
}
