import type { Timers } from '../basics/timers.js'
import { collectResponse } from './collect.js'
import type { CollectedResponse } from './collect.js'
import type { Connections } from './connections.js'
import type { ConnectorOptions } from './connector.js'
import { classifyError, describeError } from './failure.js'
import type { FailureKind } from './failure.js'
import { createRequestsUnderWay } from './requests-under-way.js'
import { follow } from './follow.js'
import { firstHop } from './request.js'
import type { OutboundRequest } from './request.js'
import { streamResponse } from './stream.js'
import type { StreamedResponse } from './stream.js'

export interface OutboundClientOptions extends ConnectorOptions {
  /**
   * When this many connections are open, none is kept after its request. Default: 1,500, more than there are attempts
   * of webhooks at the same time.
   */
  maxKeptConnections?: number
  /** Milliseconds that an unused connection is kept if the receiver states no time. Default: 4,000. */
  keepAliveMs?: number
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number
  /** Those that end requests. Default: Node's. */
  timers?: Timers
}

export interface SendRequest extends OutboundRequest {
  /** Milliseconds for everything: look-up, connection, handshake, redirects and body. */
  timeoutMs: number
  /** Bytes of the body to keep. Default: 64 KiB. A longer body is cut, which is no failure. */
  maxResponseBytes?: number
}

export interface OpenRequest extends OutboundRequest {
  /** Milliseconds until the end of the body. Default: no limit. */
  timeoutMs?: number
  /** Milliseconds of silence. Default: 30,000. */
  idleTimeoutMs?: number
}

export interface RequestFailure {
  ok: false
  error: FailureKind
  /** One line without credentials, paths and queries. */
  message: string
  durationMs: number
}

interface Success {
  ok: true
  /** The URL of the answer, after redirects, without credentials. */
  url: URL
  durationMs: number
}

export type SendResult = RequestFailure | (Success & CollectedResponse)

/** The body must be read or destroyed. `classifyError` gives the kind of its failure. */
export type OpenResult = RequestFailure | (Success & StreamedResponse)

export type OutboundClient = ReturnType<typeof createOutboundClient>

/**
 * An HTTP client for URLs that users name. It checks every address before it sends a byte, every request ends in time,
 * and the answer is a result, never an exception. Any status is an answer. Proxy settings are ignored. Requests do not
 * wait for each other: callers bound how many are under way.
 */
export function createOutboundClient (options: OutboundClientOptions) {
  const { maxKeptConnections = 1_500, keepAliveMs = 4_000, now = performance.now.bind(performance) } = options
  const requests = createRequestsUnderWay(options.timers)
  let connections: Connections | undefined

  /** The library is loaded with the first request: it takes a tenth of a second and 8 MiB. */
  async function load (): Promise<Connections> {
    const { createConnections } = await import('./connections.js')
    connections ??= createConnections({ ...options, keepAliveMs, maxKeptConnections })
    return connections
  }

  /** Sends a request and collects its answer, the body up to `maxResponseBytes`. */
  async function send ({ maxResponseBytes = 64 * 1024, ...request }: SendRequest): Promise<SendResult> {
    const startedAt = now()
    const limits = requests.begin(request)
    try {
      const response = await follow<CollectedResponse>(
        connections ?? await load(),
        firstHop(request, false),
        request.maxRedirects ?? 0,
        limits,
        (resolve, reject) => collectResponse(maxResponseBytes, resolve, reject)
      )
      return { ok: true, ...response, durationMs: since(startedAt) }
    } catch (error) {
      return failed(error, startedAt)
    } finally {
      requests.end(limits)
    }
  }

  /**
   * Sends a request and hands over the body as a stream once the head of the answer is there. A body that is longer
   * than announced ends as a failure.
   */
  async function open ({ idleTimeoutMs = 30_000, ...request }: OpenRequest): Promise<OpenResult> {
    const startedAt = now()
    const limits = requests.begin({ ...request, idleTimeoutMs })
    try {
      const response = await follow<StreamedResponse>(
        connections ?? await load(),
        firstHop(request, true),
        request.maxRedirects ?? 0,
        limits,
        (resolve, reject) => streamResponse(limits, resolve, reject)
      )
      response.body.once('close', () => requests.end(limits))
      // A body that broke with its first bytes may have closed before anybody could listen.
      if (response.body.closed) requests.end(limits)
      return { ok: true, ...response, durationMs: since(startedAt) }
    } catch (error) {
      requests.end(limits)
      return failed(error, startedAt)
    }
  }

  function failed (error: unknown, startedAt: number): RequestFailure {
    return { ok: false, error: classifyError(error), message: describeError(error), durationMs: since(startedAt) }
  }

  function since (startedAt: number): number {
    return Math.round(now() - startedAt)
  }

  /** Takes no more requests, lets running ones end for `graceMs`, aborts the rest and closes every connection. */
  async function close ({ graceMs = 5_000 }: { graceMs?: number } = {}): Promise<void> {
    await requests.close(graceMs)
    await connections?.close()
  }

  /** Numbers of open connections and requests; for tests. */
  function stats () {
    return connections?.stats() ?? { origins: 0, connections: 0, idle: 0 }
  }

  return { send, open, close, stats }
}
