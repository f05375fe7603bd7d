import type { FastifyBaseLogger } from 'fastify'
import type { Transact } from '../../core/transact.js'
import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { createSingleFlight } from '../turns/single-flight.js'
import type { Party } from '../turns/fair-queue.js'
import { Shares } from '../turns/shares.js'
import { partyOf, unlessLost, type Claim, type WorkRow } from './claim.js'
import type { DueRows } from './due-rows.js'
import type { Worker } from './worker.js'

/** The pause after a failure of the service itself. */
const PAUSE_MS = 5000

export interface AttendOptions {
  /** Aborts when the service stops, or has lost its rows: work that can be resumed ends now. */
  readonly stopping: AbortSignal
  /** The earlier work of this process on the row, which may not have ended. */
  readonly before: Promise<void>
}

/** The places for rows. */
export interface Slots {
  /** How many more rows may be taken up, of all accounts and of one. */
  readonly free: () => number
  readonly roomOf: (accountId: number) => number
  readonly underWay: () => Iterable<Party>
}

export interface AttendantOptions<Row extends WorkRow> {
  readonly rows: DueRows<Row>
  readonly database: Database
  readonly transact: Transact
  readonly worker: Worker
  readonly longestDelayMs: number
  /** Maximum number of an account's rows at the same time. */
  readonly mostAtOnce: number
  /** Places in addition to these, so that the next account finds one. Default: 1. */
  readonly forOthers?: number
  /** For rows of different weight. */
  readonly slots?: Slots
  /**
   * Does the work of a row, and settles it. It has begun when this returns. Returns the milliseconds until the row is
   * due again, null if it is not. After an exception the row is released, to be taken up after a pause.
   */
  readonly attend: (claim: Claim<Row>, options: AttendOptions) => Promise<number | null>
  readonly log: FastifyBaseLogger
  readonly clock?: () => Date
}

/**
 * Takes up due rows, several at once, while there is room. The table has what waits; this has only what the process is
 * working on.
 */
export function createAttendant<Row extends WorkRow> (
  {
    rows, database, transact, worker, longestDelayMs, mostAtOnce, forOthers = 1, slots, attend, log,
    clock = () => new Date()
  }: AttendantOptions<Row>
) {
  const running = new Map<WorkRow['id'], { readonly party: Party, readonly work: Promise<void> }>()
  const turns = new Map<string, number>()
  const stopping = new AbortController()
  /** Rows whose work has failed, until they are released. */
  const failed = new Set<Claim<Row>>()
  worker.holds(() => running.size + failed.size > 0)

  const parties = () => [...running.values()].map(({ party }) => party)
  const { free, roomOf, underWay }: Slots = slots ?? {
    free: () => mostAtOnce + forOthers - running.size,
    roomOf: (accountId) => mostAtOnce - new Shares(parties()).ofAccount({ accountId }),
    underWay: parties
  }

  const isAnyDue = () => rows.isAnyDue(database.reads.sql, { now: clock(), longestDelayMs })

  const looks = createSingleFlight(async () => {
    for (const claim of failed) await release(claim)
    if (stopping.signal.aborted || free() <= 0 || !await isAnyDue()) return
    const claims = await transact(systemCaller(), (tx) =>
      rows.claim(tx, worker, {
        now: clock(), longestDelayMs, limit: free(), shares: { underWay: underWay(), roomOf, turns }
      }))
    for (const claim of claims) start(claim)
    if (claims.length > 0) worker.entered(claims[0]!.owner)
  })

  async function release (claim: Claim<Row>): Promise<void> {
    await transact(claim.caller, (tx) => rows.letGo(tx, claim, new Date(tx.time.getTime() + PAUSE_MS)))
      .catch(unlessLost)
    failed.delete(claim)
  }

  function start (claim: Claim<Row>): void {
    const { id } = claim.row
    // A row may come back to the process that has lost it before its earlier work there has ended.
    const before = running.get(id)?.work ?? Promise.resolve()
    const work = attend(claim, { stopping: AbortSignal.any([stopping.signal, worker.signal]), before })
      .then((dueInMs) => {
        if (dueInMs !== null) setTimeout(lookSoon, dueInMs).unref()
      })
      .catch((error: unknown) => {
        failed.add(claim)
        log.error({ err: error, rowId: id }, 'work was interrupted and is taken up again')
      })
      .finally(() => {
        if (running.get(id)?.work === work) running.delete(id)
        lookSoon()
      })
    running.set(id, { party: partyOf(claim.row), work })
  }

  /** Looks before the job does, which only has to find what other processes have left. */
  function lookSoon (): void {
    looks.after().catch((error: unknown) => log.error({ err: error }, 'waiting work could not be read, which is tried again'))
  }

  return {
    /** Takes up due rows. Resolves when their work has begun, not when it is done. */
    look: looks.after,
    lookSoon,
    isAnyDue,
    /** Ends running work. Resolves when it is settled. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await looks.ended()
      await Promise.all([...running.values()].map(({ work }) => work))
    }
  }
}
