import type { AttemptResult } from './result.js'
import { DAY_MS } from '../../basics/units.js'

/** A webhook is disabled after this time without a success, if … */
const DISABLED_AFTER_DAYS = 5
/** … at least this number of events have been given up in that time. */
const DISABLED_AFTER_EVENTS = 2

interface FailureStreak {
  readonly webhookId: number
  /** Deliveries given up since the last success, and the time of the first failure. */
  readonly givenUp: number
  readonly failingSince: Date | null
}

/** The changes of attempts to the state of their webhook. */
export interface StateChange extends FailureStreak {
  /** Added to the counters. */
  readonly firstTried: number
  readonly retrying: number
  readonly testing: number
  /** Whether the receiver has answered 410. */
  readonly isGone: boolean
}

/** Adds up the attempts of one webhook, in the order in which they ended. Tests do not count. */
export function addUp (before: FailureStreak, results: readonly AttemptResult[]): StateChange {
  let { givenUp, failingSince } = before
  let firstTried = 0
  let retrying = 0
  let testing = 0
  for (const { waiting, sent, nextAttemptAt, isGivenUp } of results) {
    if (waiting.trigger === 'test') {
      testing--
      continue
    }
    if (waiting.isFirst) firstTried++
    retrying += Number(nextAttemptAt !== null) - Number(!waiting.isFirst)
    givenUp = sent.error === null ? 0 : givenUp + Number(isGivenUp)
    failingSince = sent.error === null ? null : failingSince ?? sent.startedAt
  }
  return {
    webhookId: before.webhookId,
    givenUp,
    failingSince,
    firstTried,
    retrying,
    testing,
    isGone: results.some((result) => result.isGone)
  }
}

/** Whether a webhook has failed for long enough to be disabled. */
export function hasFailedTooLong ({ givenUp, failingSince }: FailureStreak, now: Date): boolean {
  return givenUp >= DISABLED_AFTER_EVENTS && failingSince !== null &&
    now.getTime() - failingSince.getTime() >= DISABLED_AFTER_DAYS * DAY_MS
}
