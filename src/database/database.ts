import type { PrismaClient } from '../../prisma/generated/sqlite/client.js'
import { OperatorMistake } from '../errors.js'
import { isFileHeld } from './outages.js'
import type { Sql, Statement } from './sql.js'

/**
 * Prisma's models, without the ways around the door for writes. The two generated clients differ in their provider
 * only.
 */
export type Prisma = Omit<PrismaClient, '$connect' | '$disconnect' | '$transaction' | '$on' | '$use' | '$extends'>

/**
 * PostgreSQL only: who commits something that other processes wait for says so on this channel, in the same
 * transaction.
 */
export const NOTICES = 'cutroom'

/** One way to the database, in which Prisma and hand-written statements see the same state. */
export interface Connection {
  readonly prisma: Prisma
  readonly sql: Sql
}

/** Does what several have left with it, as the last thing before their commit. */
export interface CommitHook<Value> {
  (sql: Sql, values: readonly Value[]): Promise<void>
  /** Whether it comes after all others: it may take a lock for which nobody should wait longer than for the commit. */
  readonly isLast?: boolean
}

/**
 * Leaves a value with a function that is called once for all who share a commit, unless the work that leaves it is
 * undone.
 */
export type BeforeCommit = <Value>(finish: CommitHook<Value>, value: Value) => void

/** A row that a work will change: it is named beforehand, so that all who share a commit lock theirs in one order. */
export interface Hold {
  /** $1 account, $2 JSON list of ids: locks those that nobody else has locked, and gives their rows. */
  readonly lock: Statement
  readonly accountId: number
  readonly id: string
}

/** Work that writes new rows of which no other work knows, and the one that it names. It waits for no other lock. */
export interface SharedWork {
  readonly hold?: Hold
}

/** Rows that were locked before the work, by their ids. Who changes one puts it back as it is then. */
export type Held = Map<string, object>

export type Work<Result> = (connection: Connection, beforeCommit: BeforeCommit, held?: Held) => Promise<Result>

export interface TransactionOptions {
  /**
   * Short work does not wait for long work: on SQLite that shares its commit with nobody, on PostgreSQL it has a few of
   * the connections.
   */
  readonly long?: boolean
  /** The user whose turn it is to be: users take turns. */
  readonly userId?: number
  /** On PostgreSQL the work may share its commit with others that say so. On SQLite all do. */
  readonly shared?: SharedWork
}

export interface SnapshotOptions {
  /** Its statements may take long: on SQLite a thread does them, so that nobody else waits for them. */
  readonly long?: boolean
}

/**
 * Either database. Reads see what was committed. All writes go through `transaction`, and from the outside through
 * `transact` (src/core/transact.ts), which is its only caller.
 */
export interface Database {
  readonly reads: Connection
  /**
   * Reads of a user that may take long: on SQLite a thread does them, on PostgreSQL a few of the connections, the
   * users' by turns, so that nobody else waits for them. They throw Overloaded where too many wait, or for too long,
   * and where `gone` says that nobody wants what they read.
   */
  longReads (userId: number, gone?: AbortSignal): Sql
  /**
   * Runs the work in one transaction: committed and synced to disk when the promise resolves, undone when it rejects.
   */
  transaction<Result> (work: Work<Result>, options?: TransactionOptions): Promise<Result>
  /**
   * Reads the state of one moment, however long the work takes, on a connection of its own. The state is held for so
   * long: nothing slow.
   */
  snapshot<Result> (work: (sql: Sql) => Promise<Result>, options?: SnapshotOptions): Promise<Result>
  /**
   * Calls the listener soon after another process has committed something; on PostgreSQL, something that it gives
   * notice of (`NOTICES`). Returns how to stop.
   */
  observe (listener: () => void): () => void
  /**
   * Tells the listener of each transaction how long it waited for its turn, in milliseconds: for SQLite's one writer,
   * or for a connection.
   */
  observeWaits (listener: (waitedMs: number) => void): void
  /**
   * The same database over connections of its own: what is done in the background is not kept waiting by requests, nor
   * they by it.
   */
  readonly background: Database
  /** Throws when the database does not answer, and DatabaseUnfit when it answers but takes no writes. */
  ping (): Promise<void>
  /** Waits for transactions that were begun. */
  close (): Promise<void>
}

/** A database that answers and takes no writes. The message says why, in a few words that may be shown. */
export class DatabaseUnfit extends Error {
  override name = 'DatabaseUnfit'
}

/**
 * Opens the database that a `file:` or `postgres:` URL names. Throws OperatorMistake, which names the setting that the
 * URL is from, when it cannot be reached. The driver and the generated client of the other database are never loaded:
 * they cost memory, and time at the start.
 */
export async function openDatabase (url: string, setting = 'DATABASE_URL'): Promise<Database> {
  const database = await (url.startsWith('file:')
    ? import('./sqlite.js').then(({ openSqlite }) => openSqlite(url))
    : import('./postgresql/index.js').then(({ openPostgresql }) => openPostgresql(url)))
    .catch((error: Error) => { throw unreachable(url, error, setting) })
  try {
    await database.ping()
    return database
  } catch (error) {
    // It may be read, and may take writes later.
    if (error instanceof DatabaseUnfit) return database
    await database.close().catch(() => {})
    throw unreachable(url, error as Error, setting)
  }
}

function unreachable (url: string, error: Error, setting: string): OperatorMistake {
  const shown = url.startsWith('file:') ? url : withoutPassword(url)
  const reason = isFileHeld(error)
    ? 'the file is open in another process, which keeps it to itself'
    : error.message || (error as { code?: string }).code || 'no reason given'
  return new OperatorMistake(`${setting}: the database ${shown} cannot be opened: ${reason.split('\n')[0]}`)
}

/** A URL as it may be shown. */
export function withoutPassword (url: string): string {
  return url.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, '$1@').replace(/\?.*$/, '')
}
