import pg from 'pg'
import { Overloaded } from '../../errors.js'
import { LONGEST_WAIT_MS } from '../interface.js'
import { driverUrl } from './url.js'

/** The longest time to make a connection. */
const CONNECT_TIMEOUT_MS = 10_000
/** The message of the pool's error for it, which has no code. */
const NO_TURN = 'timeout exceeded when trying to connect'

/** The server ends a statement that takes longer. All of ours are bounded. */
const STATEMENT_TIMEOUT_MS = 20_000
/** The longest wait for a result. The server should have ended the statement by then, so the connection is dead. */
const ANSWER_TIMEOUT_MS = 22_000
/**
 * The server rolls back a transaction without a statement for this time: its client is gone, and its locks block
 * others.
 */
const IDLE_TIMEOUT_MS = 20_000
/** A first wait for a lock is short: see transactions.ts. */
const LOCK_TIMEOUT_MS = 100

/** After this silence the system checks whether the other side is there. */
const KEEP_ALIVE_MS = 5000

/** Settings of each connection: timeouts and planner options. */
const settings = [
  `statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  `idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`,
  `lock_timeout = ${LOCK_TIMEOUT_MS}`,
  // Compiling takes longer than any of our statements, and the server would compile each that it estimates to be large.
  'jit = off',
  // A plan for a small table is kept after the table has grown, until the server analyses it again. Scanning a small
  // table saves nothing; scanning a large one costs a hundred times as much.
  'enable_seqscan = off'
]
export const setForSession = settings.map((setting) => `SET ${setting}`).join('; ')
const setForTransaction = settings.map((setting) => `SET LOCAL ${setting}`).join('; ')

/** The longest time for BEGIN or COMMIT. */
export const TURNING_TIMEOUT_MS = 10_000

/** Begins a transaction, with a lock timeout if it is not the short one. One message to the server. */
export function beginning (isPooled: boolean, lockTimeoutMs?: number): string {
  const parts = ['BEGIN', ...isPooled ? [setForTransaction] : [],
    ...lockTimeoutMs === undefined ? [] : [`SET LOCAL lock_timeout = ${lockTimeoutMs}`]]
  return parts.join('; ')
}

/**
 * Pipelines statements: they are sent without waiting for earlier results, and those of one turn of the event loop in
 * one message. The pool would use its own timeout for making a connection too, so this sets another.
 */
class Client extends pg.Client {
  constructor (config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, pipeline: true })
    const query = this.query.bind(this) as (...parameters: unknown[]) => unknown
    this.query = (...parameters: unknown[]) => {
      const { stream } = this.connection
      stream.cork()
      process.nextTick(() => stream.uncork())
      return query(...parameters) as never
    }
  }
}

export interface PoolOptions {
  readonly size: number
  /**
   * Whether a pooler gives each transaction another connection to the server, so that settings last for a transaction
   * only.
   */
  readonly isPooled: boolean
}

/** A pool in which every wait has a timeout. */
export function openPool (url: string, { size, isPooled }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: driverUrl(url),
    Client,
    max: size,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Not as connection parameters: poolers refuse those that they do not know.
    ...!isPooled && { onConnect: async (client: pg.ClientBase) => { await client.query(setForSession) } }
  })
  // The pool replaces an idle connection that breaks; a broken connection in use fails its query. Without a listener,
  // either event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Waits for a connection of the pool. Throws Overloaded if none is free in time. */
export function takeConnection (pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: Error) => { throw error.message === NO_TURN ? new Overloaded() : error })
}
