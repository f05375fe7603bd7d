import type { Dispatcher } from 'undici'
import type { Connection } from './connection.js'
import type { Limits } from './limits.js'
import type { Pool } from './pool.js'
import { classifyError, ExcessBytes } from './failure.js'

export type RequestHeaders = Record<string, string | string[]>
/** Names are in lower case; a header that came several times is an array. */
export type ResponseHeaders = Record<string, string | string[] | undefined>

/** One request to one origin, as it goes out. */
export interface Hop {
  url: URL
  /** Whose connections it uses; `''` for those of nobody in particular. */
  partition: string
  method: string
  headers: RequestHeaders
  body: string | Uint8Array | null
  /** Whether it may be sent again when a kept connection breaks before a byte of the answer. */
  isRepeatable: boolean
  /**
   * Whether an answer that goes on after its announced length is a failure, where the connection was not to be closed
   * anyway.
   */
  isExact: boolean
}

/** What takes the answer in. After `end`, `fail` or its own `stop` it hears nothing more. */
export interface ResponseHandler {
  head: (status: number, headers: ResponseHeaders, flow: Flow) => void
  data: (chunk: Buffer, flow: Flow) => void
  end: () => void
  fail: (error: Error) => void
}

/** How a handler governs what comes. */
export interface Flow {
  pause: () => void
  resume: () => void
  /** Wants no more of this answer: the connection is closed. */
  stop: () => void
}

/** A kept connection was closed from afar before it answered: likely before the request arrived, but nobody knows. */
export class StaleConnection extends Error {}

/** Sends one request over a connection and gives the connection back to the pool when the answer is over. */
export function exchange (
  pool: Pool, connection: Connection, hop: Hop, limits: Limits, handler: ResponseHandler
): void {
  let control: Dispatcher.DispatchController
  let isOver = false
  let isAnswered = false
  const mayBeStale = hop.isRepeatable && connection.served > 0
  const flow: Flow = {
    pause: () => control.pause(),
    resume: () => control.resume(),
    stop: () => { close(null) }
  }

  /** False when the exchange was over before. */
  function close (reason: Error | null): boolean {
    if (isOver) return false
    isOver = true
    limits.watch(null)
    pool.discard(connection, reason)
    return true
  }

  function fail (error: Error): void {
    if (!close(error)) return
    const isStale = mayBeStale && !isAnswered && classifyError(error) === 'reset'
    handler.fail(isStale ? new StaleConnection(error.message, { cause: error }) : error)
  }

  function end (): void {
    if (isOver) return
    isOver = true
    limits.watch(null)
    pool.release(connection)
    handler.end()
  }

  limits.watch(fail)
  if (isOver) return
  connection.client.dispatch({
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: hop.headers,
    body: hop.body
  }, {
    onRequestStart (controller) {
      control = controller
    },
    onResponseStarted () {
      isAnswered = true
    },
    onResponseStart (_controller, status, headers) {
      if (status >= 200 && !isOver) handler.head(status, headers, flow)
    },
    onResponseData (_controller, chunk) {
      if (!isOver) handler.data(chunk, flow)
    },
    onResponseEnd () {
      if (!hop.isExact) end()
      // What comes behind the announced length breaks the connection, which is known a moment later.
      else setImmediate(() => connection.isGarbled() ? fail(new ExcessBytes()) : end())
    },
    onResponseError (_controller, error) {
      fail(error)
    }
  })
}
