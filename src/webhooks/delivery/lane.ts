import type { Sql } from '../../database/sql.js'
import { createAhead } from './ahead.js'
import type { WebhookLease, LeasedState } from './leases.js'
import { createThrottle } from './throttle.js'
import { readTarget, type Target } from './target.js'
import type { WaitingDelivery } from './waiting.js'

/** Maximum number of concurrent attempts of one webhook: first ones, and in addition repeated ones. */
const FIRSTS_AT_ONCE = 24
const REPEATS_AT_ONCE = 8

/** A change of the webhook takes effect after this time at the latest, and at once for later events. */
const TARGET_TRUSTED_MS = 1000
/** A timer waits for a retry that is due within this time. A look at the table finds later ones. */
export const PATIENCE_MS = 1000
const READ_BACKOFF_MS = 1000

export interface LaneDependencies {
  readonly sql: Sql
  /**
   * Makes an attempt and records it. Resolves to the time of the next one, or null, when it is recorded. Never rejects.
   */
  readonly deliver: (lane: Lane, target: Target, waiting: WaitingDelivery, onEnded: () => void) => Promise<Date | null>
  /** Asks for a turn to start something. */
  readonly request: (lane: Lane) => void
  readonly onReadFailed: (error: unknown) => void
  readonly clock: () => Date
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}

export type Lane = ReturnType<typeof createLane>

/**
 * One webhook that this process delivers: when its next attempt may start. `open` starts everything; a `disabled`
 * webhook gets tests only, and is given up, so that its queue is read again when it is enabled; a `stopped` one starts
 * nothing.
 */
type State = 'open' | 'disabled' | 'stopped'

export function createLane (lease: WebhookLease, dependencies: LaneDependencies) {
  const { sql, deliver, request, onReadFailed, clock, now } = dependencies
  const { webhookId, accountId } = lease
  const ahead = createAhead({ sql, webhookId, mostRepeats: 2 * REPEATS_AT_ONCE, clock })
  const throttle = createThrottle({ mostAtOnce: FIRSTS_AT_ONCE, now, wake: () => request(lane) })
  let state: State = 'open'
  let target: Target | null = null
  let targetReadAt = -Infinity
  let repeatsUnderway = 0
  let unsettled = 0
  let lastBusyAt = now()
  let timer: NodeJS.Timeout | undefined

  /** The webhook's settings, unless they are too old. */
  const trustedTarget = () => now() - targetReadAt > TARGET_TRUSTED_MS ? null : target

  async function read (): Promise<void> {
    if (ahead.isReading() || state === 'stopped') return
    try {
      const page = await ahead.read()
      // Read after the deliveries, so that none is sent with settings from before its event.
      target = await readTarget(sql, webhookId)
      targetReadAt = now()
      ahead.take(page)
      if (target === null) state = 'stopped'
      else if (target.disabled) disable()
    } catch (error) {
      onReadFailed(error)
      await new Promise((resolve) => setTimeout(resolve, READ_BACKOFF_MS).unref())
    } finally {
      ahead.endRead()
    }
    awaitNextRetry()
    request(lane)
  }

  function disable (): void {
    if (state === 'open') state = 'disabled'
    ahead.close()
  }

  function awaitNextRetry (): void {
    clearTimeout(timer)
    const restMs = state === 'stopped' ? null : ahead.restMs()
    if (restMs !== null && restMs > 0 && restMs <= PATIENCE_MS) timer = setTimeout(() => { read() }, restMs)
  }

  /** Starts the next attempt, if it is due. First attempts start in the order of their events. */
  function startOne (): boolean {
    if (state === 'stopped') return false
    const trusted = trustedTarget()
    if (trusted === null || ahead.isMissing()) read()
    return trusted !== null && (startFirst(trusted) || startRepeat(trusted))
  }

  function startFirst (trusted: Target): boolean {
    if (state !== 'open' || !ahead.hasFirsts() || !throttle.mayStart()) return false
    start(trusted, ahead.nextFirst()!, throttle.started())
    return true
  }

  function startRepeat (trusted: Target): boolean {
    if (!ahead.hasRepeats() || repeatsUnderway >= REPEATS_AT_ONCE) return false
    repeatsUnderway++
    start(trusted, ahead.nextRepeat()!, () => { repeatsUnderway-- })
    return true
  }

  function start (trusted: Target, waiting: WaitingDelivery, onEnded: () => void): void {
    unsettled++
    deliver(lane, trusted, waiting, () => {
      onEnded()
      request(lane)
    }).then((nextAttemptAt) => {
      unsettled--
      lastBusyAt = now()
      ahead.settled(waiting.eventId, nextAttemptAt)
      awaitNextRetry()
      request(lane)
    })
  }

  /** Called with the state of the webhook, at intervals and when something was queued. */
  function update ({ lastSequence, nextRetryAt }: LeasedState): void {
    ahead.update(lastSequence, nextRetryAt)
    if (ahead.isMissing()) read()
    else awaitNextRetry()
  }

  /** How long the lane has been idle; 0 while it works. */
  function idleMs (): number {
    const isWorking = unsettled > 0 || ahead.isReading() || (state !== 'stopped' && ahead.isAnyWaiting(PATIENCE_MS))
    if (isWorking) return 0
    return state === 'open' ? now() - lastBusyAt : Infinity
  }

  const lane = {
    lease,
    webhookId,
    /** An account's webhooks take turns, regardless of the users who have added them. */
    party: { accountId, userId: 0 },
    startOne,
    underway: () => throttle.underway() + repeatsUnderway,
    update,
    idleMs,
    /** Treats the webhook as disabled before it is so in the database. */
    disable,
    /** Starts nothing more. Attempts under way continue. */
    stop: () => {
      state = 'stopped'
      clearTimeout(timer)
      throttle.stop()
    }
  }
  return lane
}
