import type { Caller } from '../core/caller.js'
import type { Database } from '../database/database.js'
import type { Bus } from '../core/events/bus.js'
import { readChangeCursor, writeChangeCursor, type Place } from './cursor.js'
import { HistoryRenewed } from './epoch.js'
import { createFollower } from './follower.js'
import { createPages, type ChangePage, type ReadOptions } from './pages.js'
import type { ShownChange } from './present.js'
import type { ChangeQuery } from './query.js'

/** A stream is given so much at a time, whatever its limit: what its reader does not take waits in memory. */
const BURST = 50
const BURST_CHARACTERS = 256 * 1024

/** Who follows looks by itself after so long. */
const LONGEST_SLEEP_MS = 60 * 60 * 1000

/** Who reads. */
export interface ChangeReader {
  /** Asked before changes are handed out, as a key may be revoked while its user waits. Null where it was. */
  readonly caller: () => Promise<Caller | null>
  /** Says that nobody takes the answer any more. */
  readonly gone: AbortSignal
}

export interface ChangesDependencies {
  readonly database: Database
  readonly bus: Bus
  /** Gives what was committed its numbers: numbering.ts. */
  readonly number: () => Promise<void>
}

/**
 * The history of an account in the order in which it was committed. Nothing is ever put before a place that was given
 * out.
 */
export function createChanges ({ database, bus, number }: ChangesDependencies) {
  const follower = createFollower({ database, bus, number })
  const pages = createPages({ sql: database.reads.sql, follower, number })
  const stopping = new AbortController()

  /** The end of the changes. */
  async function end (caller: Caller): Promise<Place> {
    await number()
    return pages.stateOf(caller)
  }

  /**
   * The changes behind a place. Where there are none it waits for some, until the time is up, the reader is gone, or
   * the service stops. A null caller may not read any more: the key was revoked meanwhile. Throws HistoryRenewed.
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
   * The changes behind a place, and those that come, until the reader is gone, may not read any more, the history is
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
    end,
    read: pages.read,
    readOrWait,
    follow,
    cursorOf: ({ accountId }: Caller, place: Place) => writeChangeCursor(accountId, place),
    /** The place that a cursor names; null where it is none of this account's answers. Throws HistoryRenewed. */
    placeOf: async (caller: Caller, cursor: string): Promise<Place | null> => {
      const place = readChangeCursor(caller.accountId, cursor)
      if (place === null) return null
      const { number: newest, epoch } = await end(caller)
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
