import type { PrismaClient } from '../../prisma/generated/sqlite/client.js'
import type { Sql, Statement } from './sql.js'
import type { OnStage } from './stages.js'
import type { Party } from '../work/turns/fair-queue.js'

/**
 * Prisma's models, without the methods that bypass `transact`. The two generated clients differ in their provider only.
 */
export type Prisma = Omit<PrismaClient, '$connect' | '$disconnect' | '$transaction' | '$on' | '$use' | '$extends'>

/** PostgreSQL only: a transaction that other processes wait for sends a notice on this channel. */
export const NOTICES = 'cutroom'

/** The longest wait for a turn. Then its caller gets Overloaded. */
export const LONGEST_WAIT_MS = 20_000

/** A connection on which Prisma and hand-written statements see the same state. */
export interface Connection {
  readonly prisma: Prisma
  readonly sql: Sql
}

/** Handles the values of all units of work that share a commit, as the last thing before it. */
export interface CommitHook<Value> {
  (sql: Sql, values: readonly Value[]): Promise<void>
  /** Whether it runs after all others. It may take a lock that others should wait for only during the commit. */
  readonly isLast?: boolean
}

/**
 * Registers a value for a function that is called once for all jobs that share a commit. It is dropped if its job is
 * undone.
 */
export type BeforeCommit = <Value>(finish: CommitHook<Value>, value: Value) => void

/**
 * A row that a unit will change. It is named beforehand, so that units that share a commit lock their rows in one
 * order.
 */
export interface Hold {
  /** $1 account, $2 JSON list of ids: locks the rows that nobody else has locked, and returns them. */
  readonly lock: Statement<{ readonly id: string }>
  readonly accountId: number
  readonly id: string
}

/**
 * Work that writes only new rows, which no other work can see yet, and at most one row that it names. It waits for no
 * other lock.
 */
export interface SharedWork {
  readonly hold?: Hold
}

/** Rows that were locked before the work, by their ids. Code that changes a row stores the new row here. */
export type Held = Map<string, object>

export type Work<Result> = (connection: Connection, beforeCommit: BeforeCommit, held?: Held) => Promise<Result>

export interface TransactionOptions {
  /**
   * Short work does not wait for long work. Long work shares its commit with no other, and on PostgreSQL it may use
   * only a few connections.
   */
  readonly long?: boolean
  /** The user who waits for the work: accounts take turns, and so do the users of each. Default: the service. */
  readonly party?: Party
  /**
   * On PostgreSQL the work may share its commit with others that have this option. On SQLite all work does.
   */
  readonly shared?: SharedWork
}

export interface SnapshotOptions {
  /** Its statements may take long: on SQLite a thread runs them, so that nobody else waits. */
  readonly long?: boolean
}

/**
 * The interface of both databases. Reads see what was committed. All writes use `transaction`; outside of this folder
 * they use `transact` (src/core/transact.ts), which is its only caller.
 */
export interface Database {
  readonly reads: Connection
  /**
   * Reads that may take long: on SQLite on a thread, on PostgreSQL on a few of the connections. Accounts take turns,
   * and so do the users of each, so that nobody else waits. They throw Overloaded when too many wait, when they wait
   * for too long, and when `gone` aborts.
   */
  longReads (party: Party, gone?: AbortSignal): Sql
  /**
   * Runs the work in one transaction: committed and synced to disk when the promise resolves, rolled back when it
   * rejects.
   */
  transaction<Result> (work: Work<Result>, options?: TransactionOptions): Promise<Result>
  /**
   * The clock of the limits of transactions, in milliseconds. On SQLite it stands still while nobody waits for the one
   * writer, as a transaction then holds up nobody.
   */
  readonly heldMs: () => number
  /**
   * Reads the state of one moment, however long the work takes, on a connection of its own. The database keeps that
   * state until the end, so the work must not wait for anything slow.
   */
  snapshot<Result> (work: (sql: Sql) => Promise<Result>, options?: SnapshotOptions): Promise<Result>
  /**
   * Calls the listener soon after another process has committed; on PostgreSQL only after commits with a notice
   * (`NOTICES`). Returns a function that stops.
   */
  observe (listener: () => void): () => void
  /** Tells the listener how long the stages of each transaction take. */
  observeStages (listener: OnStage): void
  /** The same database over connections of its own, so that background work and requests do not wait for each other. */
  readonly background: Database
  /** Throws when the database does not answer, and DatabaseUnfit when it answers but takes no writes. */
  ping (): Promise<void>
  /** Waits for open transactions. */
  close (): Promise<void>
}

/** A database that answers but takes no writes. The message gives the reason in a few words that may be shown. */
export class DatabaseUnfit extends Error {
  override name = 'DatabaseUnfit'
}
