import type { Caller } from './caller.js'
import type { Connection, Database, Prisma, TransactionOptions } from '../database/database.js'
import type { Sql } from '../database/sql.js'
import type { Bus } from './events/bus.js'
import type { Consumer, OpenConsumer } from './events/consumer.js'

/** What a domain function writes through. It is valid until the function's promise settles. */
export interface Transaction {
  readonly caller: Caller
  /** The moment of everything that this transaction does. */
  readonly time: Date
  readonly prisma: Prisma
  readonly sql: Sql
  /** Who follows what this transaction records. */
  readonly consumers: readonly OpenConsumer[]
  /** Names a job of the background loop, or whoever else listens on the bus, that has something to do once this is committed. */
  readonly wake: (name: string) => void
}

/** The door for writes. */
export type Transact = <Result>(caller: Caller, work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions) => Promise<Result>

/** Stands between a request's transactions and their commit, for requests that are done once: src/idempotency/once.ts. */
export interface Once {
  transact<Result> (commit: (work: (tx: Transaction) => Promise<Result>) => Promise<Result>, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Commits what is held, without an answer: the request goes on in other transactions before its last one. */
  release (): Promise<void>
}

export interface TransactDependencies {
  readonly database: Database
  /** Wakes this process's jobs after the commit; without it they find their work when they look. */
  readonly bus?: Bus
  readonly consumers?: readonly Consumer[]
  readonly clock?: () => Date
}

/**
 * Every write passes here: the change, its history entries and what the consumers of events make of them are committed together or
 * not at all, and are on disk when the promise resolves. The work may run more than once (PostgreSQL resolves deadlocks by trying
 * again), so it does nothing but use its transaction: nothing slow, no network.
 */
export function createTransact ({ database, bus, consumers = [], clock = () => new Date() }: TransactDependencies): Transact {
  async function commit<Result> (caller: Caller, work: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    let woken = new Set<string>()
    const result = await database.transaction(async (connection: Connection) => {
      const names = woken = new Set()
      const tx: Transaction = {
        caller,
        time: clock(),
        sql: connection.sql,
        get prisma () { return connection.prisma },
        consumers: consumers.map((consumer) => consumer.open()),
        wake: (name) => { names.add(name) }
      }
      const value = await work(tx)
      for (const consumer of tx.consumers) await consumer.seal(tx)
      return value
    }, options)
    for (const name of woken) bus?.wake(name)
    return result
  }

  return function transact (caller, work, options) {
    return caller.once === undefined ? commit(caller, work, options) : caller.once.transact((work) => commit(caller, work, options), work)
  }
}
