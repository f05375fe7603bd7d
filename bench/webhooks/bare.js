import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { closeLater } from '#proof/harness/closing.js'

/** The headers of a delivery; the values are as long as real ones. */
const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Cutroom/1.0.0',
  'webhook-id': '01a1fa71-42b8-7214-a4e0-5b81131d8716',
  'webhook-timestamp': '1780000000',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  'X-Signature': '0f4e2b1c6d8a9f7e5b3c1d2e4f6a8b9c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a'
}

/**
 * The bare loop, the reference for deliveries: a process of its own that posts a body to each URL and waits for the
 * answers, but neither reads nor writes nor signs anything.
 * @param {string[]} urls
 * @param {{ body: string, count: number, atOnce: number }} what `count` and `atOnce` are for each URL
 */
export async function postBare (urls, { body, count, atOnce }) {
  const child = fork(join(import.meta.dirname, 'bare-process.js'))
  const stop = closeLater(() => { child.kill('SIGKILL') }, () => child.kill('SIGKILL'))
  child.send({ urls, body, headers: HEADERS, count, atOnce })
  await once(child, 'message')
  await stop()
}
