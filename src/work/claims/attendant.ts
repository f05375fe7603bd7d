import type { FastifyBaseLogger } from 'fastify'
import type { Transact } from '../../core/transact.js'
import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { createSingleFlight } from '../turns/single-flight.js'
import type { Claim, WorkRow } from './claim.js'
import type { DueRows } from './due-rows.js'

export interface AttendOptions {
  /** Aborts when the service stops: what can be gone on with later ends now. */
  readonly stopping: AbortSignal
  /** The work of this process on the row when it last held it. */
  readonly before: Promise<void>
}

export interface AttendantOptions<Row extends WorkRow> {
  readonly rows: DueRows<Row>
  readonly database: Database
  readonly transact: Transact
  readonly longestDelayMs: number
  /** Rows attended at the same time. */
  readonly mostAtOnce: number
  /** Unless each row that is under way counts the same: how many more may be taken up, and what each user has. */
  readonly slots?: { readonly free: () => number, readonly underWay: () => ReadonlyMap<number, number> }
  /**
   * Does what is to be done with a row, and settles it. It has begun when this returns. Gives how many milliseconds
   * later the row is due again, null where it is not. What it throws leaves the row to the end of its lease.
   */
  readonly attend: (claim: Claim<Row>, options: AttendOptions) => Promise<number | null>
  readonly log: FastifyBaseLogger
  readonly clock?: () => Date
}

/**
 * Takes up due rows, several at once, as far as there is room. What waits is read from the table: here is only what
 * this process is doing.
 */
export function createAttendant<Row extends WorkRow> (
  { rows, database, transact, longestDelayMs, mostAtOnce, slots, attend, log, clock = () => new Date() }:
  AttendantOptions<Row>
) {
  const running = new Map<string, { readonly userId: number, readonly work: Promise<void> }>()
  const turns = new Map<number, number>()
  const stopping = new AbortController()

  const { free, underWay } = slots ?? {
    free: () => mostAtOnce - running.size,
    underWay: () => countBy([...running.values()].map(({ userId }) => userId))
  }

  const isAnyDue = () => rows.isAnyDue(database.reads.sql, { now: clock(), longestDelayMs })

  const looks = createSingleFlight(async () => {
    if (stopping.signal.aborted || free() <= 0 || !await isAnyDue()) return
    const claims = await transact(systemCaller(), (tx) =>
      rows.claim(tx, { now: clock(), longestDelayMs, limit: free(), shares: { underWay: underWay(), turns } }))
    for (const claim of claims) start(claim)
  })

  function start (claim: Claim<Row>): void {
    const { id } = claim.row
    // A row may come back to the process that has lost it, while what it was doing there has not ended.
    const before = running.get(id)?.work ?? Promise.resolve()
    const work = attend(claim, { stopping: stopping.signal, before })
      .then((dueInMs) => {
        if (dueInMs !== null) setTimeout(lookSoon, dueInMs).unref()
      })
      .catch((error: unknown) => log.error({ err: error, rowId: id }, 'work was interrupted and is taken up again'))
      .finally(() => {
        if (running.get(id)?.work === work) running.delete(id)
        lookSoon()
      })
    running.set(id, { userId: claim.row.user_id, work })
  }

  /** Sooner than a job would: that only has to see to what others have left. */
  function lookSoon (): void {
    looks.after().catch((error: unknown) => log.error({ err: error }, 'waiting work could not be read, which is tried again'))
  }

  return {
    /** Takes up what waits. Resolves when it has begun, not when it is done. */
    look: looks.after,
    lookSoon,
    isAnyDue,
    /** Ends what is under way. Resolves when that has been settled. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await looks.ended()
      await Promise.all([...running.values()].map(({ work }) => work))
    }
  }
}

/** Counts each user. */
export function countBy (userIds: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const userId of userIds) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  return counts
}
