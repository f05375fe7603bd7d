import type { Caller } from './caller.js'
import type { BeforeCommit, Connection, Database, Held, Prisma, TransactionOptions } from '../database/database.js'
import { createCommitHooks } from '../database/commit-hooks.js'
import { statement, type Sql } from '../database/sql.js'
import { BulkTooLong } from '../errors.js'
import type { VersionGuard } from '../database/version-guard.js'
import type { Bus } from './events/bus.js'
import type { Consumer, OpenConsumer } from './events/consumer.js'
import type { Release } from './release.js'

/** A domain function writes through it. It is valid until the function's promise settles. */
export interface Transaction {
  readonly caller: Caller
  /** The time of everything that this transaction does. */
  readonly time: Date
  readonly prisma: Prisma
  readonly sql: Sql
  /** Rows that are already locked, by their ids: `lockItem` (src/items/require.ts) returns them without a query. */
  readonly held: Held
  /** The consumers of this transaction's events. */
  readonly consumers: readonly OpenConsumer[]
  /** Called for items that it deletes for good. */
  readonly releases: readonly Release[]
  /**
   * Registers a value for a function that runs right before the commit. All units that share the commit share one call
   * of a function, which gets all of their values and sees all of their changes. For work that is cheaper together.
   */
  readonly beforeCommit: BeforeCommit
  /** Throws when the transaction takes too long. Long work, also before the commit, asks between its pieces. */
  readonly requireTime: () => void
  /** Wakes a job of the background loop, or another listener on the bus, after the commit. */
  readonly wake: (name: string) => void
  /** Tells the consumers that an item has changed without an event. */
  readonly touch: (type: 'asset' | 'project', id: string) => void
  /** Does a part of the work that may fail alone. A failed part rolls back its changes and events, and nothing else. */
  readonly savepoint: <Result>(part: (tx: Transaction) => Promise<Result>) => Promise<Result>
}

export interface TransactOptions extends TransactionOptions {
  /** The longest time for all of it by the database's `heldMs`, from its beginning to the commit. Default: no limit. */
  readonly longestMs?: number
}

/** The function through which all writes go. */
export type Transact = <Result>(
  caller: Caller, work: (tx: Transaction) => Promise<Result>, options?: TransactOptions
) => Promise<Result>

export interface TransactDependencies {
  readonly database: Database
  /** Wakes the jobs of this process after the commit. Without a bus they find their work at their next look. */
  readonly bus?: Bus
  readonly consumers?: readonly Consumer[]
  /** Called for items that are deleted for good: src/releases.ts lists all. */
  readonly releases?: readonly Release[]
  readonly clock?: () => Date
  /** Whether this release may write, and what is new may begin. Without it both are so. */
  readonly guard?: Pick<VersionGuard, 'requireWritable' | 'hasBegun'>
}

/** On SQLite, which has one writer, a nested transaction would wait for itself. */
const NESTED = 'A transaction was begun within another: use that one, or make a unit of it by createPart'

/**
 * Every write goes through here: the change, its history entries and what the consumers make of its events are
 * committed together or not at all, and are on disk when the promise resolves. The work may run more than once
 * (PostgreSQL resolves deadlocks by retries), so it does nothing but use its transaction: nothing slow, no network, no
 * other transaction. Beginning one in the name of `tx.caller`, or of the caller of a part, throws at once.
 */
export function createTransact (
  { database, bus, consumers = [], releases = [], clock = () => new Date(), guard }: TransactDependencies
): Transact {
  /** Each transaction has a caller object of its own: a call with one of these comes from inside a transaction. */
  const callersWithin = new WeakSet<Caller>()

  return async function transact (caller, work, options) {
    if (callersWithin.has(caller)) throw new Error(NESTED)
    await guard?.requireWritable()
    let woken = new Set<string>()
    const result = await database.transaction((connection, beforeCommit, held = new Map()) => {
      const names = woken = new Set()
      const own = { ...caller }
      callersWithin.add(own)
      const shared = { connection, time: clock(), held, requireTime: limitTo(options?.longestMs) }
      return finished(open(own, shared, (name) => { names.add(name) }, beforeCommit), work, guard)
        .finally(() => callersWithin.delete(own))
    }, { ...options, party: caller })
    for (const name of woken) bus?.wake(name)
    return result
  }

  function limitTo (longestMs: number | undefined): () => void {
    if (longestMs === undefined) return () => {}
    const end = database.heldMs() + longestMs
    return () => { if (database.heldMs() > end) throw new BulkTooLong() }
  }

  function open (
    caller: Caller, shared: Shared, wake: Transaction['wake'], beforeCommit: BeforeCommit
  ): Transaction {
    const { connection, time, held, requireTime } = shared
    const opened = consumers
      .filter(({ since }) => since === undefined || guard?.hasBegun(since) !== false)
      .map((consumer) => consumer.open())
    return {
      caller,
      time,
      sql: connection.sql,
      get prisma () { return connection.prisma },
      held,
      consumers: opened,
      releases,
      beforeCommit,
      requireTime,
      wake,
      touch: (type, id) => { for (const consumer of opened) consumer.touch?.(type, id) },
      async savepoint (part) {
        const names = new Set<string>()
        let wakePart: Transaction['wake'] = (name) => { names.add(name) }
        const hooks = createCommitHooks()
        const value = await inSavepoint(
          connection.sql,
          () => finished(open(caller, shared, (name) => wakePart(name), hooks.leave), part)
        )
        for (const name of names) wake(name)
        // Hooks may wake jobs too.
        wakePart = wake
        hooks.passTo(beforeCommit)
        return value
      }
    }
  }
}

/** What a transaction and its savepoints have in common. */
type Shared = Pick<Transaction, 'time' | 'held' | 'requireTime'> & { readonly connection: Connection }

/** Runs the work, and then the consumers of its events. Meanwhile the process may have been frozen. */
async function finished<Result> (
  tx: Transaction, work: (tx: Transaction) => Promise<Result>, guard?: TransactDependencies['guard']
): Promise<Result> {
  const value = await work(tx)
  for (const consumer of tx.consumers) await consumer.finish(tx)
  await guard?.requireWritable()
  return value
}

const boundary = (name: string, text: string) => statement(name, () => text, undefined, { isBoundary: true })
const setSavepoint = boundary('savepoint', 'SAVEPOINT part')
const release = boundary('savepoint_release', 'RELEASE SAVEPOINT part')
const undo = boundary('savepoint_undo', 'ROLLBACK TO SAVEPOINT part')

async function inSavepoint<Result> (sql: Sql, part: () => Promise<Result>): Promise<Result> {
  await sql.run(setSavepoint, [])
  try {
    const value = await part()
    await sql.run(release, [])
    return value
  } catch (error) {
    // If the whole transaction is gone, as on a lost connection, the first error counts.
    try {
      await sql.run(undo, [])
      await sql.run(release, [])
    } catch {}
    throw error
  }
}
