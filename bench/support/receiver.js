import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { closeLater } from '#proof/harness/closing.js'

/**
 * @typedef {object} Receiver a receiver of webhooks in a process of its own
 * @property {string} url without a slash at the end
 * @property {() => Promise<Seen>} seen
 * @property {() => Promise<void>} reset
 */

/**
 * @typedef {object} Seen
 * @property {number} count of answered requests since the last reset
 * @property {number} firstAt milliseconds since the epoch, with fractions
 * @property {number} lastAt
 * @property {number} disordered bodies whose sequence was lower than an earlier one on the same path
 */

/** @returns {Promise<Receiver>} */
export async function startReceiver () {
  const child = fork(join(import.meta.dirname, 'receiver-process.js'))
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
