import { newId } from '../../basics/ids.js'
import type { WebhookLease } from './leases.js'
import type { NextAttempt } from './schedule.js'
import type { SentAttempt } from './send.js'
import type { Target } from './target.js'
import type { WaitingDelivery } from './waiting.js'

/** The receiver wants no more events. */
const GONE = 410

/** One attempt and what follows from it. */
export interface AttemptResult {
  /** Ascending in the order in which attempts end. */
  readonly id: string
  readonly endedAt: Date
  readonly lease: WebhookLease
  readonly target: Target
  readonly waiting: WaitingDelivery
  readonly sent: SentAttempt
  /** Null if there will be none: after success, after the last failure, and for tests. */
  readonly nextAttemptAt: Date | null
  readonly isFinal: boolean
  /** The last attempt failed. Tests are never given up, as nobody waits for them. */
  readonly isGivenUp: boolean
  readonly isGone: boolean
  /** Somebody has asked for a redelivery during the attempt: the next attempt is that redelivery. */
  readonly isAskedFor: boolean
}

/** Decides what follows from a finished attempt. The wait for the next one begins now. */
export function concludeAttempt (
  lease: WebhookLease, target: Target, waiting: WaitingDelivery, sent: SentAttempt, nextAttempt: NextAttempt,
  endedAt: Date
): AttemptResult {
  const isTest = waiting.trigger === 'test'
  const nextAttemptAt = sent.error === null || isTest ? null : nextAttempt(waiting.delaysUsed, endedAt, sent.retryAfter)
  return {
    id: newId(),
    endedAt,
    lease,
    target,
    waiting,
    sent,
    nextAttemptAt,
    isFinal: nextAttemptAt === null,
    isGivenUp: sent.error !== null && nextAttemptAt === null && !isTest,
    isGone: sent.status === GONE,
    isAskedFor: false
  }
}

/** The same attempt if somebody has asked for a redelivery during it, and it failed: it is not the last one. */
export function askedFor (result: AttemptResult): AttemptResult {
  return { ...result, nextAttemptAt: result.endedAt, isFinal: false, isGivenUp: false, isAskedFor: true }
}
