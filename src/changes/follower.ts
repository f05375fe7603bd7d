import type { Database } from '../database/database.js'
import type { Bus } from '../core/events/bus.js'
import { createSingleFlight } from '../work/turns/single-flight.js'
import { CHANGES } from './append.js'
import type { Place } from './cursor.js'
import { findEpoch, findState, type HistoryState } from './log/epoch.js'
import { listChanges, type ChangeRow } from './log/rows.js'

const RETRY_MS = 500
/** How many of the newest changes are read once for all waiting readers. */
const SHARED_ROWS = 1000

export interface FollowerDependencies {
  readonly database: Database
  readonly bus: Bus
  /** Numbers everything that is committed. */
  readonly numberAll: () => Promise<void>
}

interface Followed {
  /** The epoch. Readers of an earlier epoch are woken and stop waiting. */
  readonly epoch: string | null
  isOver: boolean
  /** The newest known change. */
  newest: number
  /** The changes that the last look has found. They end with the newest. */
  rows: readonly ChangeRow[]
  readonly waiting: Set<() => void>
}

/**
 * Waits for changes, for all readers of this process: they wait in a list of their account, and one look at the
 * database after each commit serves all of them. Without commits there are no looks.
 */
export function createFollower ({ database, bus, numberAll }: FollowerDependencies) {
  const accounts = new Map<number, Followed>()
  let stopObserving: (() => void) | null = null
  let stopped = false
  let waiters = 0

  const stopListening = bus.listen(CHANGES, lookSoon)

  const looks = createSingleFlight(() => lookForAll().catch(lookLater))

  function lookSoon (): void {
    looks.after()
  }

  /** A failed look is repeated. */
  function lookLater (): void {
    if (!stopped) setTimeout(lookSoon, RETRY_MS).unref()
  }

  async function lookForAll (): Promise<void> {
    if (accounts.size === 0) return
    await numberAll()
    const { epoch } = (await database.reads.sql.first(findEpoch, []))!
    for (const [accountId, followed] of accounts) {
      if (followed.epoch !== epoch) end(accountId, followed)
      else if (followed.waiting.size > 0) await look(accountId, followed)
      else accounts.delete(accountId)
    }
  }

  async function look (accountId: number, followed: Followed): Promise<void> {
    const { sql } = database.reads
    const rows = await sql.all(listChanges, [accountId, followed.newest, SHARED_ROWS])
    if (rows.length === 0) return
    followed.newest = rows.length < SHARED_ROWS
      ? rows.at(-1)!.number
      : (await sql.first(findState, [accountId]))!.number
    followed.rows = rows.at(-1)!.number === followed.newest ? rows : []
    for (const wake of [...followed.waiting]) wake()
  }

  function end (accountId: number, followed: Followed): void {
    accounts.delete(accountId)
    followed.isOver = true
    for (const wake of [...followed.waiting]) wake()
  }

  function join (accountId: number, { number: newest, epoch }: Place): Followed {
    let followed = accounts.get(accountId)
    if (followed !== undefined && followed.epoch !== epoch) {
      end(accountId, followed)
      followed = undefined
    }
    followed ??= { epoch, isOver: false, newest, rows: [], waiting: new Set() }
    accounts.set(accountId, followed)
    stopObserving ??= database.observe(lookSoon)
    return followed
  }

  /**
   * Resolves when there are changes after a place, the time is up, the signal aborts, the history is renewed, or the
   * follower stops. Returns whether there are changes.
   */
  async function wait (accountId: number, place: Place, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (stopped || signal.aborted) return false
    const followed = join(accountId, place)
    const isNews = () => followed.newest > place.number
    waiters++
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timeout)
        signal.removeEventListener('abort', end)
        followed.waiting.delete(wake)
        resolve()
      }
      const wake = () => { if (isNews() || followed.isOver || stopped) end() }
      const timeout = setTimeout(end, timeoutMs)
      signal.addEventListener('abort', end)
      followed.waiting.add(wake)
      // A commit may have come between the caller's read and now.
      if (isNews()) wake()
      else lookSoon()
    })
    waiters--
    return isNews() && !followed.isOver
  }

  return {
    wait,
    /** The changes after a number, if the last look has read them; otherwise null. */
    shared (accountId: number, after: number, limit: number): readonly ChangeRow[] | null {
      const rows = accounts.get(accountId)?.rows ?? []
      if (rows.length === 0 || after < rows[0]!.number - 1) return null
      return rows.filter(({ number }) => number > after).slice(0, limit)
    },
    /** The state that the last look has seen; null if nobody follows the account. */
    state (accountId: number): HistoryState | null {
      const followed = accounts.get(accountId)
      return followed === undefined ? null : { number: followed.newest, epoch: followed.epoch }
    },
    /** The number of waiting readers. */
    get waiters () { return waiters },
    /** Wakes all readers for good. */
    stop: (): void => {
      stopped = true
      stopListening()
      stopObserving?.()
      for (const { waiting } of accounts.values()) for (const wake of [...waiting]) wake()
      accounts.clear()
    }
  }
}

export type Follower = ReturnType<typeof createFollower>
