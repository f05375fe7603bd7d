import { setTimeout as delay } from 'node:timers/promises'
import { ask, succeed } from '#proof/harness/api.js'
import { eventually } from '#proof/harness/waiting.js'

/** A longer wait is reported as this. */
const LONGEST_MS = 120_000
const PAUSE_MS = 200

/** @typedef {{ url: string, key: string, receiver: { url: string, received: any[] }, senders: string }} Beside */

/**
 * Sends events and files of the well-behaved account until the signal, and returns the longest wait of each, in ms.
 * @param {Beside} beside
 * @param {AbortSignal} signal
 */
export async function probe (beside, signal) {
  const longest = { delivery: 0, file: 0, search: 0 }
  const repeat = async (name, act) => {
    while (!signal.aborted) {
      const begun = performance.now()
      await act()
      longest[name] = Math.max(longest[name], performance.now() - begun)
      await delay(PAUSE_MS)
    }
  }
  await Promise.all([
    repeat('delivery', () => untilDelivered(beside)),
    repeat('file', () => untilSeen(beside)),
    repeat('search', () => ask(beside.url, 'GET', 'search?q=interview&total=true&facets=tag', undefined, { key: beside.key }))
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

/** From the URL of a picture to its preview. */
async function untilSeen ({ url, key, senders }) {
  const { asset } = await succeed(url, 'POST', 'assets', { title: 'Picture' }, { key })
  await succeed(url, 'POST', `assets/${asset.id}/media`, { file_url: `${senders}/picture.png`, filename: 'picture.png' }, { key })
  await eventually('it is analysed', async () => {
    const { body } = await ask(url, 'GET', `assets/${asset.id}/media`, undefined, { key })
    return body?.media?.[0]?.analysis === 'done'
  }, LONGEST_MS)
}
