import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** A request as a receiver of webhooks got it. */
export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** Names and values by turns, as they came. */
  readonly rawHeaders: string[]
  /** The bytes of the body, as text. */
  readonly text: string
  /** The parsed body; null where there is none. */
  readonly body: any
}

export type Respond = (request: Received, response: ServerResponse, raw: IncomingMessage) => void

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/**
 * A receiver on this machine, which notes what it gets before it answers. It goes with the test, and cuts off what
 * still waits.
 */
export async function startReceiver (t: Test, respond: Respond = (_request, response) => { response.end('ok') }) {
  const received: Received[] = []
  const server = createServer(async (raw, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of raw) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const request = {
      path: raw.url!,
      method: raw.method!,
      headers: raw.headers,
      rawHeaders: raw.rawHeaders,
      text,
      body: text === '' ? null : JSON.parse(text)
    }
    received.push(request)
    respond(request, response, raw)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** What came to one path. */
    at: (path: string) => received.filter((request) => request.path === path)
  }
}

const PATIENCE_MS = 20_000
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 50

/** The pause before one looks again: longer for who has waited for long, as looking takes time from what works. */
export function pauseAfter (waitedMs: number): number {
  return Math.min(FIRST_PAUSE_MS + waitedMs / 20, LONGEST_PAUSE_MS)
}

/** Waits until a condition holds, and returns what it found. Throws when that does not come. */
export async function eventually<Found> (
  what: string,
  look: () => Promise<Found | false | undefined | null> | Found | false | undefined | null,
  patienceMs = PATIENCE_MS
): Promise<Found> {
  const begun = performance.now()
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs = performance.now() - begun) {
    const found = await look()
    if (found !== false && found !== undefined && found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waitedMs)))
  }
  throw new Error(`Waited in vain: ${what}`)
}
