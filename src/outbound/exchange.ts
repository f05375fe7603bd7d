import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { Connection } from './connection.js'
import type { Connections } from './connections.js'
import type { Limits } from './limits.js'
import { classifyError, ExcessBytes } from './failure.js'
import { isBadResponse } from './undici.js'

export type RequestHeaders = Record<string, string | string[]>
/** Names are in lower case; a header that came several times is an array. */
export type ResponseHeaders = Record<string, string | string[] | undefined>

/** One request to one origin, as it goes out. */
export interface Hop {
  url: URL
  method: string
  headers: RequestHeaders
  body: string | Uint8Array | null
  /** Whether it may be repeated when a kept connection breaks before the answer. */
  isRepeatable: boolean
  /** Whether bytes after the announced length are a failure, unless the connection closes anyway. */
  isExact: boolean
}

/** Receives the answer. After `end`, `fail` or its own `stop` nothing follows. */
export interface ResponseHandler {
  head: (status: number, headers: ResponseHeaders, flow: Flow) => void
  data: (chunk: Buffer, flow: Flow) => void
  end: () => void
  fail: (error: Error) => void
}

/** Controls the flow of the answer. */
export interface Flow {
  pause: () => void
  resume: () => void
  /** Ends the answer: the connection is closed. */
  stop: () => void
}

/** The receiver has closed a kept connection before it answered. The request probably did not arrive. */
export class StaleConnection extends Error {}

/** Sends a request and passes its answer to the handler. */
export function exchange (connections: Connections, hop: Hop, limits: Limits, handler: ResponseHandler): void {
  let connection: Connection | undefined
  let control: Dispatcher.DispatchController | undefined
  let socket: Socket | null = null
  let isOver = false
  let isAnswered = false
  let mayBeStale = false
  const flow: Flow = {
    pause: () => control!.pause(),
    resume: () => control!.resume(),
    stop: () => { if (finish()) breakOff(new Error('the rest is not wanted')) }
  }

  /** False if the exchange is over already. */
  function finish (): boolean {
    if (isOver) return false
    isOver = true
    limits.watch(null)
    return true
  }

  function breakOff (reason: Error): void {
    if (control) control.abort(reason)
    else connection?.giveUp(reason)
  }

  function onLimit (failure: Error): void {
    if (!finish()) return
    breakOff(failure)
    handler.fail(failure)
  }

  function fail (error: Error): void {
    if (!finish()) return
    const isStale = mayBeStale && !isAnswered && classifyError(error) === 'reset'
    handler.fail(isStale ? new StaleConnection(error.message, { cause: error }) : error)
  }

  function end (): void {
    if (finish()) handler.end()
  }

  limits.watch(onLimit)
  if (isOver) return
  connections.dispatch({
    origin: hop.url.origin,
    path: hop.url.pathname + hop.url.search,
    method: hop.method,
    headers: hop.headers,
    body: hop.body,
    onAssigned (assigned) {
      connection = assigned
    }
  }, {
    onRequestStart (controller) {
      control = controller
      if (isOver) return controller.abort(new Error('given up before it was sent'))
      socket = connection!.socket
      mayBeStale = hop.isRepeatable && connection!.served > 0
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
      connection!.served++
      // The library frees the connection in the next turn of the event loop, where the next request is to find it.
      // Excess bytes have broken it by then.
      queueMicrotask(() => setImmediate(() =>
        hop.isExact && isBadResponse(socket?.errored) ? fail(new ExcessBytes()) : end()))
    },
    onResponseError (_controller, error) {
      fail(error)
    }
  })
}
