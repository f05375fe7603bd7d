import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { findState } from '../../changes/log/epoch.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { Overloaded } from '../../errors.js'
import { createSingleFlight } from '../../work/turns/single-flight.js'
import { fanOutPiece, findFirst, type FanOutPiece } from './piece.js'

/** Changes that a transaction looks at: the first one, and the largest. Between them the number follows its result. */
const FIRST_PIECE = 64
const LARGEST_PIECE = 1000
const GROWTH = 4
/** Accounts fanned out at the same time: on SQLite they share a commit. */
const ACCOUNTS_AT_ONCE = 4
/** How long an answer waits for the fan-out of its account. */
const LONGEST_WAIT_MS = 2000
/** The pause before an account is asked for again that another process fans out. */
const HELD_PAUSE_MS = 10

/** The accounts with something in the list, one look-up for each. */
const waitingAccounts = statement<{ account_id: number }>('webhooks_waiting_accounts', () => `
  WITH RECURSIVE waiting (account_id) AS (
    SELECT MIN(account_id) FROM webhook_waiting
    UNION ALL
    SELECT (SELECT MIN(account_id) FROM webhook_waiting WHERE account_id > waiting.account_id)
    FROM waiting WHERE account_id IS NOT NULL
  )
  SELECT account_id FROM waiting WHERE account_id IS NOT NULL`)

export interface FanOutDependencies {
  readonly database: Database
  readonly transact: Transact
  /** Numbers all changes that are committed: src/changes/numbering.ts. */
  readonly numberAll: () => Promise<void>
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly longestWaitMs?: number
}

/** The place in an account, and the size of its next piece. */
interface Progress {
  readonly after: number
  readonly size: number
}

const START: Progress = { after: 0, size: FIRST_PIECE }

/**
 * Puts deliveries into the queues of webhooks, after the commit of their events: it goes through the list of bodies
 * that wait in the order of the numbers in `changes`. Accounts take turns. A piece is one transaction, so that a
 * process that is killed in it has done nothing.
 */
export function createFanOut (
  { database, transact, numberAll, log, longestWaitMs = LONGEST_WAIT_MS }: FanOutDependencies
) {
  const { sql } = database.reads
  const progress = new Map<number, Progress>()
  /** The fan-outs that answers wait for. Those of an account share one. */
  const awaited = new Map<number, ReturnType<typeof createSingleFlight<void>>>()

  const doPiece = (accountId: number, { after, size }: Progress) =>
    transact(systemCaller({ id: accountId, name: '' }), (tx) => fanOutPiece(tx, after, size))

  /** One piece of an account. Returns whether it has more. */
  async function takeTurn (accountId: number): Promise<boolean> {
    const before = progress.get(accountId) ?? START
    const piece = await doPiece(accountId, before)
    if (piece?.isMore !== true) {
      progress.delete(accountId)
      return false
    }
    progress.set(accountId, next(before, piece))
    return true
  }

  /** The job. Each account has one turn. */
  async function run (signal: AbortSignal, heartbeat: () => void): Promise<'more' | void> {
    const accounts = await sql.all(waitingAccounts, [])
    if (accounts.length === 0) return
    await numberAll()
    let isMore = false
    for (let start = 0; start < accounts.length && !signal.aborted; start += ACCOUNTS_AT_ONCE) {
      heartbeat()
      const turns = accounts.slice(start, start + ACCOUNTS_AT_ONCE).map((row) => takeTurn(row.account_id))
      await Promise.allSettled(turns)
      isMore = (await Promise.all(turns)).includes(true) || isMore
    }
    if (isMore) return 'more'
  }

  /** Fans out what an account had committed before, for a limited time. */
  async function reachNow (accountId: number): Promise<void> {
    const end = performance.now() + longestWaitMs
    await numberAll()
    const { number: goal } = (await sql.first(findState, [accountId]))!
    for (let place = START; place.after < goal && performance.now() < end;) {
      const piece = await doPiece(accountId, place)
      if (piece === null) await sleep(HELD_PAUSE_MS)
      else if (piece.isMore) place = next(place, piece)
      else return
    }
  }

  /**
   * Lets the fan-out of an account reach what was committed before, for a limited time, as the counts of an answer
   * should have it. Returns whether anything waited.
   */
  async function reach (accountId: number): Promise<boolean> {
    if (await sql.first(findFirst, [accountId]) === undefined) return false
    const flight = awaited.get(accountId) ?? createSingleFlight(() => reachNow(accountId))
    awaited.set(accountId, flight)
    const over = new AbortController()
    const reached = flight.after()
      .catch((error: unknown) => {
        // Where nothing can be written, the bodies that wait are counted.
        if (!(error instanceof Overloaded)) log.error({ err: error }, 'deliveries could not be fanned out')
      })
      .finally(() => over.abort())
    await Promise.race([reached, sleep(longestWaitMs, undefined, { signal: over.signal }).catch(() => {})])
    return true
  }

  return { run, reach }
}

export type FanOut = ReturnType<typeof createFanOut>

/** The next piece begins where this one has ended. It grows while there are few deliveries. */
function next ({ size }: Progress, { after, changes }: FanOutPiece): Progress {
  return { after, size: Math.min(LARGEST_PIECE, changes < size ? changes + 1 : size * GROWTH) }
}
