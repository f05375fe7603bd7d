import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { closeLater } from '#proof/harness/closing.js'

/**
 * @typedef {object} Receiver a receiver of webhooks in a process of its own
 * @property {string} url without a slash at the end; a path that starts with /hang is never answered
 * @property {() => Promise<Seen>} seen
 * @property {() => Promise<void>} reset
 */

/**
 * @typedef {object} Seen
 * @property {number} count of answered requests since the last reset
 * @property {number} firstAt milliseconds since the epoch, with fractions
 * @property {number} lastAt
 * @property {number} hanging requests that were not answered
 * @property {number} disordered bodies whose sequence was lower than an earlier one on the same path
 * @property {Record<string, number>} arrivals of the first event of each asset, by its id and the path; only while
 * `trace` is on
 */

/** @returns {Promise<Receiver>} */
export async function startReceiver ({ trace = false } = {}) {
  const child = fork(join(import.meta.dirname, 'receiver-process.js'), {
    env: { ...process.env, TRACE: trace ? 'on' : '' }
  })
  closeLater(() => {
    child.kill('SIGKILL')
  }, () => child.kill('SIGKILL'))
  const [{ url }] = await once(child, 'message')
  const ask = async (question) => {
    child.send(question)
    const [answer] = await once(child, 'message')
    return answer
  }
  return { url, seen: () => ask('seen'), reset: () => ask('reset') }
}

/** How many requests a second were answered, from the first to the last. */
export function ratePerSecond ({ count, firstAt, lastAt }) {
  return count / (lastAt - firstAt) * 1000
}
