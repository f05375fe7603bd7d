import type { Sql } from '../../database/sql.js'
import { nextPageSize, readDue, readFirsts, SMALLEST_PAGE, type WaitingDelivery } from './waiting.js'

export interface AheadOptions {
  readonly sql: Sql
  readonly webhookId: number
  /** Maximum number of repeated deliveries that are read ahead, besides those under way. */
  readonly mostRepeats: number
  readonly clock: () => Date
}

/** A page of waiting deliveries that was read, but not taken yet. */
interface Page {
  readonly firsts: readonly WaitingDelivery[] | null
  /** The sequence up to which there were first attempts when the page was read. */
  readonly upTo: number
  readonly repeats: readonly WaitingDelivery[] | null
  readonly repeatsLimit: number
}

/**
 * The deliveries of a webhook that are read ahead of their attempts. A delivery is claimed when it is in a page, and
 * then either taken for an attempt, or dropped with the others when the webhook is disabled. It is settled when its row
 * has the outcome; until then no page may bring it again.
 */
export function createAhead ({ sql, webhookId, mostRepeats, clock }: AheadOptions) {
  /** Deliveries that are read ahead or attempted: their rows may be in the table until they are settled. */
  const claimed = new Set<string>()
  /** Deliveries settled while a page was read, with their next attempt: the page may be older or newer. */
  const settledMeanwhile = new Map<string, Date | null>()
  let firsts: WaitingDelivery[] = []
  let repeats: WaitingDelivery[] = []
  let pageSize = SMALLEST_PAGE
  /** The sequence up to which first attempts have been read, and up to which there are some. */
  let readUpTo = 0
  let lastSequence = 0
  let nextRetryAt: Date | null = null
  let isReading = false
  let isClosed = false

  const isRetryDue = (withinMs = 0) => nextRetryAt !== null && nextRetryAt.getTime() <= clock().getTime() + withinMs
  const wantsFirsts = () => !isClosed && firsts.length < pageSize / 4 && readUpTo < lastSequence
  const wantsRepeats = () => repeats.length === 0 && isRetryDue()

  /** Reads what is missing. It takes effect with `take`. */
  async function read (): Promise<Page> {
    isReading = true
    const upTo = lastSequence
    const repeatsLimit = mostRepeats + claimed.size
    return {
      upTo,
      firsts: wantsFirsts() ? await readFirsts(sql, webhookId, readUpTo, pageSize) : null,
      repeats: wantsRepeats() ? await readDue(sql, webhookId, clock(), repeatsLimit) : null,
      repeatsLimit
    }
  }

  function take (page: Page): void {
    if (page.firsts !== null) takeFirsts(page.firsts, page.upTo)
    if (page.repeats !== null) takeRepeats(page.repeats, page.repeatsLimit)
  }

  function takeFirsts (page: readonly WaitingDelivery[], upTo: number): void {
    readUpTo = page.length === pageSize ? page.at(-1)!.sequence : Math.max(upTo, page.at(-1)?.sequence ?? 0)
    firsts.push(...page)
    pageSize = nextPageSize(pageSize, page)
  }

  function takeRepeats (page: readonly WaitingDelivery[], limit: number): void {
    repeats = page.filter(({ eventId }) => !claimed.has(eventId) && !settledMeanwhile.has(eventId))
    for (const { eventId } of repeats) claimed.add(eventId)
    if (page.length < limit) nextRetryAt = null
  }

  /** Called after a read, whether its page was taken or it has failed. */
  function endRead (): void {
    isReading = false
    for (const [eventId, nextAttemptAt] of settledMeanwhile) settled(eventId, nextAttemptAt)
    settledMeanwhile.clear()
  }

  /** Called when the outcome of an attempt is in the row of its delivery. */
  function settled (eventId: string, nextAttemptAt: Date | null): void {
    if (isReading) {
      settledMeanwhile.set(eventId, nextAttemptAt)
      return
    }
    claimed.delete(eventId)
    if (nextAttemptAt !== null && (nextRetryAt === null || nextAttemptAt < nextRetryAt)) nextRetryAt = nextAttemptAt
  }

  function attempted (waiting: WaitingDelivery | undefined): WaitingDelivery | null {
    if (waiting === undefined) return null
    claimed.add(waiting.eventId)
    return waiting
  }

  return {
    read,
    take,
    endRead,
    isReading: (): boolean => isReading,
    /** Whether something waits that is not read. */
    isMissing: (): boolean => wantsFirsts() || wantsRepeats(),
    /** The next delivery to attempt. */
    nextFirst: (): WaitingDelivery | null => attempted(firsts.shift()),
    nextRepeat: (): WaitingDelivery | null => attempted(repeats.shift()),
    hasFirsts: (): boolean => firsts.length > 0,
    hasRepeats: (): boolean => repeats.length > 0,
    settled,

    /** Whether anything waits now, or a retry within that time. */
    isAnyWaiting: (withinMs: number): boolean => repeats.length > 0 || isRetryDue(withinMs) ||
      (!isClosed && (firsts.length > 0 || readUpTo < lastSequence)),
    /** The time until the next retry. Null if none waits. */
    restMs: (): number | null => nextRetryAt === null ? null : nextRetryAt.getTime() - clock().getTime(),

    /** Called with the state of the webhook's row. */
    update (sequence: number, retryAt: Date | null): void {
      if (sequence > lastSequence) lastSequence = sequence
      if (retryAt !== null) nextRetryAt = retryAt
    },

    /** Drops everything but tests, which also a disabled webhook gets. */
    close (): void {
      isClosed = true
      firsts = []
      for (const { eventId, trigger } of repeats) if (trigger !== 'test') claimed.delete(eventId)
      repeats = repeats.filter(({ trigger }) => trigger === 'test')
      // Tests come first: if the page has none, there is none.
      if (repeats.length === 0) nextRetryAt = null
    }
  }
}
