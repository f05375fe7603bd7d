import { request } from 'undici'
import { ensure } from '#proof/harness/failure.js'
import { headers } from './load.js'

/** Sends a request to a service and returns the parsed answer. Throws RunFailure unless it is a 200. */
export async function call (server, method, path, body) {
  const answer = await request(`${server.url}/api/v2/${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body)
  })
  const text = await answer.body.text()
  ensure(answer.statusCode === 200, `${method} ${path} answered ${answer.statusCode} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
