import {
  isRedirect, type FailureKind, type OutboundClient, type ResponseHeaders, type SendResult
} from '../../outbound/index.js'
import { fillPayload } from '../outbox/payload.js'
import { buildMessage } from './build.js'
import type { DerivedHeaders } from './follower.js'
import { mask, maskHeaders } from './mask.js'
import type { Target } from './target.js'
import type { WaitingDelivery } from './waiting.js'

/** Bytes of an answer's body that the log keeps. */
const KEPT_BODY_BYTES = 16 * 1024

/** The kind of failure in the log. */
export type AttemptError = 'timeout' | 'dns' | 'connect' | 'tls' | 'reset' | 'blocked_address' | 'redirect'
  | 'http_status'

/** The result of one attempt. */
export interface SentAttempt {
  readonly startedAt: Date
  readonly durationMs: number
  /** Null on success. */
  readonly error: AttemptError | null
  /** Null if there was no answer. */
  readonly status: number | null
  readonly retryAfter: string | undefined
  /** JSON. */
  readonly requestHeaders: string
  readonly responseHeaders: string | null
  readonly responseBody: string | null
}

export interface SendDependencies {
  readonly client: Pick<OutboundClient, 'send'>
  readonly timeoutMs: number
  readonly clock: () => Date
  readonly derivedHeaders?: DerivedHeaders | undefined
}

/**
 * Makes one attempt. Returns null if it was aborted because the process stops: it then counts as not made. Never
 * throws.
 */
export async function sendDelivery (
  target: Target, waiting: WaitingDelivery, { client, timeoutMs, clock, derivedHeaders }: SendDependencies
): Promise<SentAttempt | null> {
  const startedAt = clock()
  const derive = derivedHeaders?.get(waiting.event)
  const derived = derive === undefined
    ? null
    : await derive(target, fillPayload(waiting.payload, target.webhookId, waiting.sequence)).catch(() => 'unknown' as const)
  if (derived === 'unknown') return unsent(startedAt)
  const { body, headers, shownHeaders } = buildMessage(target, waiting, startedAt, derived)
  const confidential = derived === null ? target.confidential : [...target.confidential, derived.value]
  const result = await client.send({
    url: target.url,
    method: target.method,
    headers,
    body,
    timeoutMs,
    maxResponseBytes: KEPT_BODY_BYTES,
    // Delivery is guaranteed at least once, so the request may be repeated at once after a kept connection was closed,
    // instead of by a retry minutes later.
    isRepeatable: true
  })
  if (!result.ok && result.error === 'aborted') return null
  const attempt = {
    startedAt,
    durationMs: result.durationMs,
    requestHeaders: JSON.stringify(shownHeaders),
    error: errorOf(result)
  }
  if (!result.ok) return { ...attempt, status: null, retryAfter: undefined, responseHeaders: null, responseBody: null }
  return {
    ...attempt,
    status: result.status,
    retryAfter: [result.headers['retry-after']].flat()[0],
    responseHeaders: maskHeaders(result.headers, confidential),
    responseBody: mask(asText(result.body), confidential)
  }
}

/** The database could not say what is to be sent: nothing was reached. */
function unsent (startedAt: Date): SentAttempt {
  return {
    startedAt,
    durationMs: 0,
    error: 'connect',
    status: null,
    retryAfter: undefined,
    requestHeaders: '{}',
    responseHeaders: null,
    responseBody: null
  }
}

function errorOf (result: SendResult): AttemptError | null {
  if (!result.ok) return nameFailure(result.error)
  const { status, headers } = result
  if (status >= 200 && status < 300) return null
  return isRedirect(status, headers as ResponseHeaders) ? 'redirect' : 'http_status'
}

/**
 * Saving a webhook refuses requests that cannot be sent; if one comes through, nothing was reached.
 */
function nameFailure (kind: FailureKind): AttemptError {
  return kind === 'invalid_request' || kind === 'aborted' ? 'connect' : kind
}

/** Bytes that are not UTF-8, and NUL, which PostgreSQL cannot store, become the replacement character. */
function asText (body: Buffer): string {
  return body.toString().replaceAll('\0', '\ufffd')
}
