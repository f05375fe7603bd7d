import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { loadClient } from './client.js'

export const JSON_TYPE = { 'content-type': 'application/json' }

export type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** A service that is none, or a bad one, with a client of it, and the requests that came. */
export async function serveBadly (t: Test, answer: Answer) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    answer(request, response, asked.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { createClient } = await loadClient()
  return { cutroom: createClient({ url: `${url}/dam/`, key: 'a key' }), url, asked }
}
