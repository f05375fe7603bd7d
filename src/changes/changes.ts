import type { Caller } from '../core/caller.js'
import type { Database } from '../database/database.js'
import type { Bus } from '../core/events/bus.js'
import { readChangeCursor, writeChangeCursor, type Place } from './cursor.js'
import { HistoryRenewed } from './log/epoch.js'
import { createFollower } from './follower.js'
import { createPages, type ChangePage, type ReadOptions } from './pages.js'
import type { ShownChange } from './present.js'
import type { ChangeQuery } from './query.js'

/** Changes that a stream writes at once, whatever its limit: they wait in memory for its reader. */
const BURST = 50
const BURST_CHARACTERS = 256 * 1024

/** The longest time between two looks of a follower. */
const LONGEST_SLEEP_MS = 60 * 60 * 1000

/** A reader of changes. */
export interface ChangeReader {
  /** Asked before changes are sent, as the key may be revoked during the wait. Null if it was. */
  readonly caller: () => Promise<Caller | null>
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal
}

export interface ChangesDependencies {
  readonly database: Database
  readonly bus: Bus
  /** Numbers everything that is committed: numbering.ts. */
  readonly numberAll: () => Promise<void>
}

/**
 * The history of an account in the order of its commits. Nothing is ever inserted before a place that was given out.
 */
export function createChanges ({ database, bus, numberAll }: ChangesDependencies) {
  const follower = createFollower({ database, bus, numberAll })
  const pages = createPages({ sql: database.reads.sql, follower, numberAll })
  const stopping = new AbortController()

  /** The end of the changes. */
  async function end (caller: Caller): Promise<Place> {
    await numberAll()
    return pages.stateOf(caller)
  }

  /**
   * The changes after a place. If there are none it waits until there are some, the time is up, the reader is gone, or
   * the service stops. A null caller may no longer read: the key was revoked during the wait. Throws HistoryRenewed.
   */
  async function readOrWait (
    reader: ChangeReader,
    place: Place,
    query: ChangeQuery,
    waitMs: number,
    options: Omit<ReadOptions, 'gone'> = {}
  ): Promise<ChangePage | null> {
    const deadline = performance.now() + waitMs
    let after = place.number
    let { isWoken = false } = options
    for (let caller = await reader.caller(); caller !== null; caller = await reader.caller()) {
      const { gone } = reader
      const page = await pages.read(caller, after, query, { ...options, isWoken, gone }).catch((error: unknown) => {
        if (!gone.aborted) throw error
        return { changes: [], after, more: false, epoch: place.epoch }
      })
      if (page.epoch !== place.epoch) throw new HistoryRenewed()
      const leftMs = deadline - performance.now()
      if (page.changes.length > 0 || page.more || leftMs <= 0 || reader.gone.aborted || stopping.signal.aborted) {
        return page
      }
      after = page.after
      isWoken = await follower.wait(caller.accountId, { number: after, epoch: page.epoch }, leftMs, reader.gone)
    }
    return null
  }

  /**
   * The changes after a place, and all further ones, until the reader is gone or may no longer read, the history is
   * renewed, or the service stops.
   */
  async function * follow (
    reader: ChangeReader, { number, epoch }: Place, query: ChangeQuery
  ): AsyncGenerator<readonly ShownChange[]> {
    let after = number
    let isWoken = false
    while (!reader.gone.aborted && !stopping.signal.aborted) {
      const page = await readOrWait(reader, { number: after, epoch }, { ...query, limit: BURST }, LONGEST_SLEEP_MS, {
        isWoken,
        largest: BURST_CHARACTERS
      }).catch((error: unknown) => {
        if (error instanceof HistoryRenewed) return null
        throw error
      })
      if (page === null) return
      after = page.after
      isWoken = true
      if (page.changes.length > 0) yield page.changes
    }
  }

  return {
    beginning: async (caller: Caller): Promise<Place> => ({ ...await pages.stateOf(caller), number: 0 }),
    end,
    read: pages.read,
    readOrWait,
    follow,
    cursorOf: ({ accountId }: Caller, place: Place) => writeChangeCursor(accountId, place),
    /** The place of a cursor; null if this account has no such place. Throws HistoryRenewed. */
    placeOf: async (caller: Caller, cursor: string): Promise<Place | null> => {
      const place = readChangeCursor(caller.accountId, cursor)
      if (place === null) return null
      const { number: newest, epoch } = await pages.stateOf(caller)
      if (place.epoch !== epoch) throw new HistoryRenewed()
      return place.number > newest ? null : place
    },
    get waiters () { return follower.waiters },
    stop: (): void => {
      stopping.abort()
      follower.stop()
    }
  }
}

export type Changes = ReturnType<typeof createChanges>
