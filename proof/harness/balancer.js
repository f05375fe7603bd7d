import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { portOf } from './ports.js'

const LOOK_MS = 200

/**
 * @typedef {object} Backend
 * @property {string} url
 * @property {boolean} isReady by its last answer at `/readyz`
 * @property {number} cut requests that it has taken, and not answered to the end
 */

/**
 * A proxy in front of several services, as operators have one: requests go in turn to those that are ready. It sends
 * none again, unless its service does not take connections any more, and so has not got it. A service that is killed
 * cuts the requests that it had; streams of events are not counted, as their readers go on elsewhere.
 */
export async function openBalancer () {
  /** @type {Backend[]} */
  const backends = []
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  /** If none is ready, one of all: it says itself why. */
  function choose (refused) {
    const left = backends.filter((backend) => !refused.includes(backend))
    const ready = left.filter(({ isReady }) => isReady)
    const list = ready.length > 0 ? ready : left
    return list[turn++ % list.length]
  }

  /** @param {Backend[]} refused */
  function forward (request, response, body, refused) {
    const backend = choose(refused)
    if (backend === undefined) {
      response.writeHead(502).end()
      return
    }
    const { hostname, port } = new URL(backend.url)
    const { method, url: path, headers } = request
    let isStream = false
    const fail = () => {
      if (response.destroyed) return
      if (!isStream) backend.cut++
      response.destroy()
    }
    const further = send({ hostname, port, agent, method, path, headers: { ...headers, connection: 'keep-alive' } })
    further.on('response', (answer) => {
      isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
      const { connection, ...rest } = answer.headers
      response.writeHead(Number(answer.statusCode), rest)
      answer.on('error', fail).on('aborted', fail).pipe(response)
    }).on('error', (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error)
      if (code !== 'ECONNREFUSED') return fail()
      backend.isReady = false
      forward(request, response, body, [...refused, backend])
    })
    response.on('close', () => { further.destroy() })
    further.end(body)
  }

  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    forward(request, response, Buffer.concat(chunks), [])
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  /** A service that is only slow stays in. */
  async function look (backend) {
    while (backends.includes(backend)) {
      const answer = await fetch(`${backend.url}/readyz`).then(({ ok }) => ok, () => false)
      backend.isReady = answer
      await delay(LOOK_MS)
    }
  }

  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    /** @param {string} url of a service that has started */
    add: (url) => {
      /** @type {Backend} */
      const backend = { url, isReady: true, cut: 0 }
      backends.push(backend)
      look(backend)
      return backend
    },
    /** @param {Backend} backend */
    remove: (backend) => {
      const place = backends.indexOf(backend)
      if (place !== -1) backends.splice(place, 1)
    },
    close: () => {
      backends.length = 0
      server.closeAllConnections()
      server.close()
      agent.destroy()
    }
  }
}
