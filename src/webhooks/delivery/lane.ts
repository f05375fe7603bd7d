import type { Sql } from '../../database/sql.js'
import type { WebhookLease, LeasedState } from './leases.js'
import { createThrottle } from './throttle.js'
import { readTarget, type Target } from './target.js'
import { nextPageSize, readDue, readFirsts, SMALLEST_PAGE, type Waiting } from './waiting.js'

/** Maximum number of concurrent attempts of one webhook: first ones, and beside them repeated ones. */
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
  readonly deliver: (lane: Lane, target: Target, waiting: Waiting, onEnded: () => void) => Promise<Date | null>
  /** Asks for a turn to start something. */
  readonly request: (lane: Lane) => void
  readonly onReadFailed: (error: unknown) => void
  readonly clock: () => Date
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}

export type Lane = ReturnType<typeof createLane>

/** One webhook that this process delivers: what it has read ahead, what is under way, and when the next may start. */
export function createLane (lease: WebhookLease, dependencies: LaneDependencies) {
  const { sql, deliver, request, onReadFailed, clock, now } = dependencies
  const { webhookId, accountId } = lease
  const throttle = createThrottle({ mostAtOnce: FIRSTS_AT_ONCE, now, wake: () => request(lane) })
  /** Deliveries under way, and retries that are read ahead: their rows may be in the table until they are recorded. */
  const taken = new Set<string>()
  /** Deliveries settled while the table was read, with their next attempt: the page may be older or newer. */
  const settledMeanwhile = new Map<string, Date | null>()
  let firsts: Waiting[] = []
  let repeats: Waiting[] = []
  let repeatsUnderway = 0
  let unsettled = 0
  let pageSize = SMALLEST_PAGE
  /** The sequence up to which first attempts have been read, and up to which there are some. */
  let readUpTo = 0
  let lastSequence = 0
  let nextRetryAt: Date | null = null
  let target: Target | null = null
  let targetReadAt = -Infinity
  let isReading = false
  let isStopped = false
  let isRetired = false
  let lastBusyAt = now()
  let timer: NodeJS.Timeout | undefined

  const isRetryDue = (withinMs = 0) => nextRetryAt !== null && nextRetryAt.getTime() <= clock().getTime() + withinMs
  const wantsRepeats = () => repeats.length === 0 && isRetryDue()
  const isTargetStale = () => now() - targetReadAt > TARGET_TRUSTED_MS
  /**
   * A disabled webhook is given up, so that its queue is read anew when it is enabled. Until then only tests are sent.
   */
  const isClosing = () => isStopped || isRetired
  const wantsFirsts = () => !isClosing() && firsts.length < pageSize / 4 && readUpTo < lastSequence

  async function read (): Promise<void> {
    if (isReading || isStopped) return
    isReading = true
    try {
      const known = lastSequence
      const firstsPage = wantsFirsts() ? await readFirsts(sql, webhookId, readUpTo, pageSize) : null
      const repeatsLimit = REPEATS_AT_ONCE * 2 + taken.size
      const repeatsPage = wantsRepeats() ? await readDue(sql, webhookId, clock(), repeatsLimit) : null
      // Read after the deliveries, so that none is sent with settings from before its event.
      target = await readTarget(sql, webhookId)
      targetReadAt = now()
      if (firstsPage !== null) takeFirsts(firstsPage, known)
      if (repeatsPage !== null) takeRepeats(repeatsPage, repeatsLimit)
      if (target === null) isStopped = true
      else if (target.disabled) retire()
    } catch (error) {
      onReadFailed(error)
      await new Promise((resolve) => setTimeout(resolve, READ_BACKOFF_MS).unref())
    } finally {
      isReading = false
      for (const [eventId, nextAttemptAt] of settledMeanwhile) noteSettled(eventId, nextAttemptAt)
      settledMeanwhile.clear()
    }
    awaitNextRetry()
    request(lane)
  }

  function takeFirsts (page: readonly Waiting[], known: number): void {
    readUpTo = page.length === pageSize ? page.at(-1)!.sequence : Math.max(known, page.at(-1)?.sequence ?? 0)
    firsts.push(...page)
    pageSize = nextPageSize(pageSize, page)
  }

  function takeRepeats (page: readonly Waiting[], limit: number): void {
    repeats = page.filter(({ eventId }) => !taken.has(eventId) && !settledMeanwhile.has(eventId))
    for (const { eventId } of repeats) taken.add(eventId)
    if (page.length < limit) nextRetryAt = null
  }

  function noteSettled (eventId: string, nextAttemptAt: Date | null): void {
    taken.delete(eventId)
    if (nextAttemptAt !== null && (nextRetryAt === null || nextAttemptAt < nextRetryAt)) nextRetryAt = nextAttemptAt
  }

  function retire (): void {
    isRetired = true
    firsts = []
    for (const { eventId, trigger } of repeats) if (trigger !== 'test') taken.delete(eventId)
    repeats = repeats.filter(({ trigger }) => trigger === 'test')
    // Tests come first: if the page has none, there is none.
    if (repeats.length === 0) nextRetryAt = null
  }

  function awaitNextRetry (): void {
    clearTimeout(timer)
    if (nextRetryAt === null || isStopped) return
    const restMs = nextRetryAt.getTime() - clock().getTime()
    if (restMs > 0 && restMs <= PATIENCE_MS) timer = setTimeout(() => { read() }, restMs)
  }

  /** Starts the next attempt, if it is due. First attempts start in the order of their events. */
  function startOne (): boolean {
    if (isStopped) return false
    if (target === null || isTargetStale() || wantsFirsts() || wantsRepeats()) {
      read()
      if (target === null || isTargetStale()) return false
    }
    if (firsts.length > 0 && !isClosing() && throttle.mayStart()) {
      start(firsts.shift()!, throttle.started())
      return true
    }
    if (repeats.length > 0 && repeatsUnderway < REPEATS_AT_ONCE) {
      repeatsUnderway++
      start(repeats.shift()!, () => { repeatsUnderway-- })
      return true
    }
    return false
  }

  function start (waiting: Waiting, onEnded: () => void): void {
    unsettled++
    taken.add(waiting.eventId)
    deliver(lane, target!, waiting, () => {
      onEnded()
      request(lane)
    }).then((nextAttemptAt) => {
      unsettled--
      lastBusyAt = now()
      if (isReading) settledMeanwhile.set(waiting.eventId, nextAttemptAt)
      else noteSettled(waiting.eventId, nextAttemptAt)
      awaitNextRetry()
      request(lane)
    })
  }

  /** Called with the state of the webhook, at intervals and when something was queued. */
  function update (state: LeasedState): void {
    if (state.lastSequence > lastSequence) lastSequence = state.lastSequence
    if (state.nextRetryAt !== null) nextRetryAt = state.nextRetryAt
    if (wantsFirsts() || wantsRepeats()) read()
    else awaitNextRetry()
  }

  /** How long the lane has been idle; 0 while it works. */
  function idleMs (): number {
    const isBusy = unsettled > 0 || isReading ||
      (!isStopped && (repeats.length > 0 || isRetryDue(PATIENCE_MS) ||
        (!isClosing() && (firsts.length > 0 || readUpTo < lastSequence))))
    if (isBusy) return 0
    return isClosing() ? Infinity : now() - lastBusyAt
  }

  const lane = {
    lease,
    webhookId,
    /** An account's webhooks take turns, whoever has added them. */
    party: { accountId, userId: 0 },
    startOne,
    underway: () => throttle.underway() + repeatsUnderway,
    update,
    idleMs,
    /** Treats the webhook as disabled before the database says so. */
    disable: retire,
    /** Starts nothing more. Attempts under way continue. */
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      throttle.stop()
    }
  }
  return lane
}
