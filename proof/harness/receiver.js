import { once } from 'node:events'
import { createServer } from 'node:http'
import { portOf } from './ports.js'

/**
 * @typedef {object} Received a request that a receiver of webhooks got
 * @property {string} path
 * @property {string} method
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string[]} rawHeaders names and values in turn, as received
 * @property {string} text the bytes of the body, as text
 * @property {any} body parsed; null if there is none
 * @property {number} at when it had arrived, by `performance.now()`
 */

/**
 * @typedef {(
 *   request: Received,
 *   response: import('node:http').ServerResponse,
 *   raw: import('node:http').IncomingMessage
 * ) => void} Respond
 */

/**
 * A receiver on this machine. It records a request before it answers. `close` cuts open connections.
 * @param {Respond} [respond]
 * @param {{ keep?: boolean }} [options] without `keep` no request stays in memory, for very many of them
 */
export async function startReceiver (respond = (_request, response) => { response.end('ok') }, { keep = true } = {}) {
  /** @type {Received[]} */
  const received = []
  const server = createServer(async (raw, response) => {
    const chunks = []
    try {
      for await (const chunk of raw) chunks.push(chunk)
    } catch {
      // The sender was killed in the middle: this is no delivery.
      return
    }
    const text = Buffer.concat(chunks).toString()
    const request = {
      path: String(raw.url),
      method: String(raw.method),
      headers: raw.headers,
      rawHeaders: raw.rawHeaders,
      text,
      body: text === '' ? null : JSON.parse(text),
      at: performance.now()
    }
    if (keep) received.push(request)
    respond(request, response, raw)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    received,
    /** The requests to one path. */
    at: (path) => received.filter((request) => request.path === path),
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
