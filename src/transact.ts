import type { Caller } from './access/caller.js'
import type { Connection, Database, Prisma, TransactionOptions } from './database/database.js'
import type { Sql } from './database/sql.js'
import type { Bus } from './events/bus.js'
import type { RecordedEvent } from './events/record.js'

/** What a domain function writes through. It is valid until the function's promise settles. */
export interface Transaction {
  readonly caller: Caller
  /** The moment of everything that this transaction does. */
  readonly time: Date
  readonly prisma: Prisma
  readonly sql: Sql
  readonly outbox: Outbox
}

/** Puts down, in the transaction of a change, what must be delivered because of it. */
export interface Outbox {
  /** Called with every list of history entries, in order, as they are written. */
  collect (tx: Transaction, events: readonly RecordedEvent[]): Promise<void> | void
  /** Called once, as the last thing before the commit. Says whether there is anything to deliver. */
  seal (tx: Transaction): Promise<boolean> | boolean
}

/** The door for writes. */
export type Transact = <Result>(caller: Caller, work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions) => Promise<Result>

/** Stands between a request's transactions and their commit, for requests that are done once: src/idempotency/once.ts. */
export interface Once {
  transact<Result> (commit: (work: (tx: Transaction) => Promise<Result>) => Promise<Result>, work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

export interface TransactDependencies {
  readonly database: Database
  readonly bus: Bus
  /** Makes the outbox of one transaction. */
  readonly openOutbox?: () => Outbox
  readonly clock?: () => Date
}

/**
 * Every write passes here: the change, its history entries and what webhooks will need are committed together or not at all, and
 * are on disk when the promise resolves. The work may run more than once (PostgreSQL resolves deadlocks by trying again), so it
 * does nothing but use its transaction: nothing slow, no network.
 */
export function createTransact ({ database, bus, openOutbox = () => emptyOutbox, clock = () => new Date() }: TransactDependencies): Transact {
  async function commit<Result> (caller: Caller, work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    let queued = false
    const result = await database.transaction(async (connection: Connection) => {
      const tx: Transaction = { caller, time: clock(), sql: connection.sql, get prisma () { return connection.prisma }, outbox: openOutbox() }
      const value = await work(tx)
      queued = await tx.outbox.seal(tx)
      return value
    }, options)
    bus.committed()
    if (queued) bus.queued()
    return result
  }

  return function transact (caller, work, options) {
    return caller.once === undefined ? commit(caller, work, options) : caller.once.transact((work) => commit(caller, work, options), work)
  }
}

const emptyOutbox: Outbox = { collect: () => {}, seal: () => false }
