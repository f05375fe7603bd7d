import pg from 'pg'

/** How long a connection may take to be made. */
const CONNECT_TIMEOUT_MS = 10_000
/** How long a request waits for its turn. */
const TURN_TIMEOUT_MS = 20_000
/** The pool's words for it: its error has no code. */
export const NO_TURN = 'timeout exceeded when trying to connect'

/** The server ends a statement that takes longer. Every one of ours is a piece of bounded work. */
const STATEMENT_TIMEOUT_MS = 20_000
/**
 * An answer that has not come by then, when the server would have said that it gives up, will not come: the connection
 * is dead.
 */
const ANSWER_TIMEOUT_MS = 22_000
/**
 * The server undoes a transaction in which nothing is asked for so long: whoever has begun it is gone, and its locks
 * hold up others.
 */
const IDLE_TIMEOUT_MS = 20_000
/** A first wait for a lock is short; see transactions.ts. */
const LOCK_TIMEOUT_MS = 100

/** After so much silence the system asks whether the other side is there. */
const KEEP_ALIVE_MS = 5000

/** Settings of each connection: timeouts, and what the server must not do. */
const settings = [
  `statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  `idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`,
  `lock_timeout = ${LOCK_TIMEOUT_MS}`,
  // Compiling takes longer than any statement of ours, and the server would do it for each that it takes for large.
  'jit = off',
  // A plan that was made while a table was small is kept when it has grown, until the server counts its rows anew.
  // Reading a small table as a whole saves nothing; reading a large one so costs a hundred times as much.
  'enable_seqscan = off'
]
export const setForSession = settings.map((setting) => `SET ${setting}`).join('; ')
const setForTransaction = settings.map((setting) => `SET LOCAL ${setting}`).join('; ')

/** The longest that BEGIN or COMMIT may take. */
export const TURNING_TIMEOUT_MS = 10_000

/**
 * Begins a transaction, and says how long it waits for a lock where that is not the short time. One message to the
 * server.
 */
export function beginning (isPooled: boolean, lockTimeoutMs?: number): string {
  const parts = ['BEGIN', ...isPooled ? [setForTransaction] : [],
    ...lockTimeoutMs === undefined ? [] : [`SET LOCAL lock_timeout = ${lockTimeoutMs}`]]
  return parts.join('; ')
}

/**
 * Statements are sent without waiting for the answers of those before them, and those of one turn of the event loop in
 * one message. A turn of the pool has its own time, which the pool would take for the connection's too.
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
   * Whether a pooler gives each transaction another connection to the server, on which nothing can be set for longer.
   */
  readonly isPooled: boolean
}

/** Connections on which nothing waits for ever. */
export function openPool (url: string, { size, isPooled }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client,
    max: size,
    connectionTimeoutMillis: TURN_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Not as parameters of the connection: poolers refuse those that they do not know.
    ...!isPooled && { onConnect: async (client: pg.ClientBase) => { await client.query(setForSession) } }
  })
  // A connection that breaks while it idles is replaced by the next request: there is nobody to tell. One that breaks
  // while it is used tells so by the next answer, and would end the process if nobody listened.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
