import { setTimeout as delay } from 'node:timers/promises'
import { OWN_PAGE } from './room-loads.js'
import { ask, succeed } from '#proof/harness/api.js'
import { eventually } from '#proof/harness/waiting.js'

/** A longer wait is reported as this. */
const LONGEST_MS = 120_000
const PAUSE_MS = 200

/** An address of nobody who burdens the service. */
const HONEST = { ...OWN_PAGE, 'x-forwarded-for': '198.51.100.7' }
/** The time between two sign-ins. Each takes a processor for a tenth of a second. */
const SIGN_IN_PAUSE_MS = 1000

/**
 * @typedef {object} Beside
 * @property {string} url
 * @property {string} key
 * @property {string} email
 * @property {string} password
 * @property {{ url: string, received: any[] }} receiver
 * @property {string} senders
 */

/**
 * Sends events and files of the well-behaved account until the signal, and returns the longest wait of each, in ms.
 * @param {Beside} beside
 * @param {AbortSignal} signal
 */
export async function probe (beside, signal) {
  const longest = { delivery: 0, file: 0, search: 0, signIn: 0 }
  const repeat = async (name, act, pauseMs = PAUSE_MS) => {
    while (!signal.aborted) {
      const begun = performance.now()
      await act()
      longest[name] = Math.max(longest[name], performance.now() - begun)
      await delay(pauseMs)
    }
  }
  await Promise.all([
    repeat('delivery', () => untilDelivered(beside)),
    repeat('file', () => untilSeen(beside)),
    repeat('search', () => ask(beside.url, 'GET', 'search?q=interview&total=true&facets=tag', undefined, { key: beside.key })),
    repeat('signIn', () => untilSignedIn(beside), SIGN_IN_PAUSE_MS)
  ])
  return longest
}

async function untilDelivered ({ url, key, receiver }) {
  const { asset } = await succeed(url, 'POST', 'assets', { title: 'Interview' }, { key })
  await eventually('it is delivered', () => {
    const at = receiver.received.findIndex(({ text }) => text.includes(asset.id))
    if (at >= 0) receiver.received.splice(0, at + 1)
    return at >= 0
  }, LONGEST_MS)
}

async function untilSignedIn ({ url, email, password }) {
  await eventually('one is signed in', async () => {
    const { status } = await ask(url, 'POST', 'session', { email, password }, { key: '', headers: HONEST })
    return status === 200
  }, LONGEST_MS)
}

/**
 * Asks for a new password, and returns how long the message took, in ms; the longest wait where none came.
 * @param {Beside} beside
 * @param {{ received: Array<{ to: string, at: number }> }} mail
 */
export async function resetPassword ({ url, email }, mail) {
  const begun = performance.now()
  const came = () => mail.received.find(({ to, at }) => to === email && at >= begun)
  await eventually('it is asked', async () =>
    (await ask(url, 'POST', 'session/forgotten', { email }, { key: '', headers: HONEST })).status === 200, LONGEST_MS)
  await eventually('a message came', () => came() !== undefined, LONGEST_MS).catch(() => {})
  return (came()?.at ?? begun + LONGEST_MS) - begun
}

/** From the URL of a picture to its preview. */
async function untilSeen ({ url, key, senders }) {
  const { asset } = await succeed(url, 'POST', 'assets', { title: 'Picture' }, { key })
  await succeed(url, 'POST', `assets/${asset.id}/media`, { file_url: `${senders}/picture.png`, filename: 'picture.png' }, { key })
  await eventually('it is analysed', async () => {
    const { body } = await ask(url, 'GET', `assets/${asset.id}/media`, undefined, { key })
    return body?.media?.[0]?.analysis === 'done'
  }, LONGEST_MS)
}
