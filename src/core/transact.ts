import type { Caller } from './caller.js'
import type { BeforeCommit, Connection, Database, Held, Prisma, TransactionOptions } from '../database/database.js'
import { createCommitHooks } from '../database/commit-hooks.js'
import { statement, type Sql } from '../database/sql.js'
import { Overloaded } from '../errors.js'
import type { Bus } from './events/bus.js'
import type { Consumer, OpenConsumer } from './events/consumer.js'
import type { Release } from './release.js'

/** A domain function writes through it. It is valid until the function's promise settles. */
export interface Transaction {
  readonly caller: Caller
  /** The moment of everything that this transaction does. */
  readonly time: Date
  readonly prisma: Prisma
  readonly sql: Sql
  /** Rows that are locked already, by their ids: `lockItem` (src/items/require.ts) gives them without asking. */
  readonly held: Held
  /** They follow what this transaction records. */
  readonly consumers: readonly OpenConsumer[]
  /** Called for items that it deletes for good. */
  readonly releases: readonly Release[]
  /**
   * Calls a function right before the commit. All works that share the commit and leave values for the same function
   * get one call of it, which sees all that they did. For work that costs less together.
   */
  readonly beforeCommit: BeforeCommit
  /** Wakes a job of the background loop, or another listener on the bus, after the commit. */
  readonly wake: (name: string) => void
  /** Tells the consumers that an item has changed without an event. */
  readonly touch: (type: 'asset' | 'project', id: string) => void
  /** Does a part of the work that may fail alone. A failed part undoes its changes and events, and nothing else. */
  readonly savepoint: <Result>(part: (tx: Transaction) => Promise<Result>) => Promise<Result>
}

/** The door for writes. */
export type Transact = <Result>(
  caller: Caller, work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions
) => Promise<Result>

export interface TransactDependencies {
  readonly database: Database
  /** Wakes the jobs of this process after the commit. Without a bus they find their work at their next look. */
  readonly bus?: Bus
  readonly consumers?: readonly Consumer[]
  /** Called for items that are deleted for good: src/releases.ts lists all. */
  readonly releases?: readonly Release[]
  readonly clock?: () => Date
  /** When true, nothing is written any more, and callers are told to come again. */
  readonly isClosed?: () => boolean
}

/** On SQLite, which has one writer, it would wait for itself. */
const NESTED = 'A transaction was begun within another: use that one, or make a unit of it by createPart'

/**
 * Every write passes here: the change, its history entries and what the consumers of events make of them are committed
 * together or not at all, and are on disk when the promise resolves. The work may run more than once (PostgreSQL
 * resolves deadlocks by trying again), so it does nothing but use its transaction: nothing slow, no network, no other
 * transaction. To begin one in the name of `tx.caller`, or of the caller of a part, is an error at once.
 */
export function createTransact (
  { database, bus, consumers = [], releases = [], clock = () => new Date(), isClosed = () => false }:
  TransactDependencies
): Transact {
  /** Each transaction has its own: who comes with one of these is inside of it. */
  const callersWithin = new WeakSet<Caller>()

  return async function transact (caller, work, options) {
    if (callersWithin.has(caller)) throw new Error(NESTED)
    if (isClosed()) throw new Overloaded()
    let woken = new Set<string>()
    const result = await database.transaction((connection, beforeCommit, held = new Map()) => {
      const names = woken = new Set()
      const own = { ...caller }
      callersWithin.add(own)
      return finished(open(own, connection, clock(), (name) => { names.add(name) }, beforeCommit, held), work)
        .finally(() => callersWithin.delete(own))
    }, { ...options, userId: caller.userId })
    for (const name of woken) bus?.wake(name)
    return result
  }

  function open (
    caller: Caller,
    connection: Connection,
    time: Date,
    wake: Transaction['wake'],
    beforeCommit: BeforeCommit,
    held: Held
  ): Transaction {
    const opened = consumers.map((consumer) => consumer.open())
    return {
      caller,
      time,
      sql: connection.sql,
      get prisma () { return connection.prisma },
      held,
      consumers: opened,
      releases,
      beforeCommit,
      wake,
      touch: (type, id) => { for (const consumer of opened) consumer.touch?.(type, id) },
      async savepoint (part) {
        const names = new Set<string>()
        let wakePart: Transaction['wake'] = (name) => { names.add(name) }
        const hooks = createCommitHooks()
        const value = await inSavepoint(
          connection.sql,
          () => finished(open(caller, connection, time, (name) => wakePart(name), hooks.leave, held), part)
        )
        for (const name of names) wake(name)
        // What is left for the commit may name jobs too.
        wakePart = wake
        hooks.passTo(beforeCommit)
        return value
      }
    }
  }
}

/** The work, and then what the consumers make of its events. */
async function finished<Result> (tx: Transaction, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const value = await work(tx)
  for (const consumer of tx.consumers) await consumer.finish(tx)
  return value
}

const boundary = (name: string, text: string) => statement(name, () => text, undefined, { isBoundary: true })
const begin = boundary('savepoint', 'SAVEPOINT part')
const release = boundary('savepoint_release', 'RELEASE SAVEPOINT part')
const undo = boundary('savepoint_undo', 'ROLLBACK TO SAVEPOINT part')

async function inSavepoint<Result> (sql: Sql, part: () => Promise<Result>): Promise<Result> {
  await sql.run(begin, [])
  try {
    const value = await part()
    await sql.run(release, [])
    return value
  } catch (error) {
    // When the whole transaction is gone, as on a lost connection, the first error counts.
    try {
      await sql.run(undo, [])
      await sql.run(release, [])
    } catch {}
    throw error
  }
}
