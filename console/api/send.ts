import { isJson, retryAfterIn } from '../../client/error.ts'
import { pause } from '../../client/pause.ts'
import { refusedByProxy } from './failure.ts'
import { headersOf, key } from './key.ts'
import { askForKey } from './session.ts'

/** How often a read is sent while the service is busy or away. */
const MOST_TRIES = 4
const LONGEST_WAIT_S = 30

/**
 * Sends a request with the key. If the key is no longer valid, the user is asked for one, and the request is sent again
 * with it: nothing typed is lost. A read that is answered 503 is repeated after the time that the service asks for.
 */
export async function send (request: Request): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const sent = request.clone()
    const sentWith = key.value
    for (const [name, value] of Object.entries(headersOf(sentWith))) sent.headers.set(name, value)
    const answer = await fetch(sent).catch((error: unknown) => {
      if (request.signal.aborted) throw error
      return null
    })
    if (answer?.status === 401 && await askForKey(sentWith)) continue
    if (answer?.status === 413 && !isJson(answer)) throw refusedByProxy((await request.clone().blob()).size)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const wait = answer === null ? 1 : answer.status === 503 ? retryAfterIn(answer) ?? 1 : null
    if (isRead && wait !== null && wait <= LONGEST_WAIT_S && tries < MOST_TRIES) {
      await pause(wait * 1000, request.signal)
      continue
    }
    return answer ?? Response.error()
  }
}
