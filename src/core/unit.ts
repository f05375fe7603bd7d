import type { Connection, Database } from '../database/database.js'
import type { Caller } from './caller.js'
import type { Transact, Transaction, TransactOptions } from './transact.js'

/**
 * The unit of work that a domain function gets: who asks, how it writes and where it reads. Normally, each `transact`
 * is a transaction. As a part of an open transaction, each `transact` joins it, and `reads` see what it has done.
 */
export interface Unit {
  readonly caller: Caller
  readonly reads: Connection
  readonly transact: <Result>(
    work: (tx: Transaction) => Promise<Result>, options?: TransactOptions
  ) => Promise<Result>
  /** A part can neither wait for other transactions nor work in several. */
  readonly isPart: boolean
  /** Only in a request that is done once and in several transactions. */
  readonly notes?: Notes
}

/** Notes of a request that is done once, in pieces. Each is stored in the transaction of its piece. */
export interface Notes {
  /** The note of a piece that an earlier attempt has committed. */
  recall (tx: Transaction, piece: number): Promise<string | null>
  note (tx: Transaction, piece: number, text: string): Promise<void>
  /** Stores the answer to the request, with the last piece. */
  answer (tx: Transaction, text: string): Promise<void>
}

/** A unit that commits by itself. */
export function createUnit ({ database, transact }: { database: Database, transact: Transact }, caller: Caller): Unit {
  return {
    caller,
    reads: database.reads,
    transact: (work, options) => transact(caller, work, options),
    isPart: false
  }
}

/** The same unit, whose transactions are long: short ones do not wait for them. */
export function withLongWork (unit: Unit): Unit {
  return { ...unit, transact: (work, options) => unit.transact(work, { ...options, long: true }) }
}

/**
 * A unit that is a part of an open transaction. The caller must stop at the first failure, or use savepoints: what the
 * failed part has written is undone with the rest.
 */
export function createPart (tx: Transaction): Unit {
  return {
    caller: tx.caller,
    reads: tx,
    async transact (work) {
      const value = await work(tx)
      for (const consumer of tx.consumers) await consumer.flush?.(tx)
      return value
    },
    isPart: true
  }
}
