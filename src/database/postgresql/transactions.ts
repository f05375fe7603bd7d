import type pg from 'pg'
import { LONGEST_WAIT_MS, type TransactionOptions, type Work } from '../interface.js'
import { createCommitHooks } from '../commit-hooks.js'
import { timeStages, type OnStage } from '../stages.js'
import { CommitInDoubt, isLocked, isReadOnly, isUnanswered } from '../outages.js'
import type { ClientConnection, ClientWork } from './connection.js'
import { beginning, takeConnection, TURNING_TIMEOUT_MS } from './pool.js'
import { RETRY_TRANSACTION_MS, retried } from './retry.js'
import { createSharedCommits } from './shared-commits.js'
import { noParty } from '../../work/turns/fair-queue.js'
import { createGate } from '../../work/turns/gate.js'

/** The lock timeout after the first: longer than the server's search for deadlocks, which begins after a second. */
const WAITING_LOCK_TIMEOUT_MS = 2000

export interface TransactionsDependencies {
  readonly pool: pg.Pool
  /** Pool size. */
  readonly size: number
  /** Connections that long work may use. The others are for short work. */
  readonly mostLong: number
  /** Connections that may wait for locks at the same time. */
  readonly mostLockWaits: number
  readonly isPooled: boolean
  readonly bind: (client: pg.PoolClient) => ClientConnection
  readonly onStage: OnStage
}

/**
 * Transactions on the connections of a pool. A transaction that meets a lock returns its connection after a moment, and
 * waits on one of a few others: however many wait for one lock, others find connections. Accounts take turns, and so do
 * the users of each. Only a few long transactions run at a time, and an account leaves one of their places to others.
 */
export function createTransactions (
  { pool, size, mostLong, mostLockWaits, isPooled, bind, onStage }: TransactionsDependencies
) {
  const connections = new WeakMap<pg.PoolClient, ClientConnection>()
  const lockWaits = createGate({ atOnce: mostLockWaits, atOnceOfAccount: mostLockWaits - 1, mostOfOne: Infinity })
  const shortTurns = createGate({ atOnce: size, mostOfOne: Infinity, longestWaitMs: LONGEST_WAIT_MS })
  const longTurns = createGate({
    atOnce: mostLong, atOnceOfAccount: mostLong - 1, mostOfOne: Infinity, longestWaitMs: LONGEST_WAIT_MS
  })
  const begin = beginning(isPooled)
  const beginWaiting = beginning(isPooled, WAITING_LOCK_TIMEOUT_MS)

  const connectionOf = (client: pg.PoolClient): ClientConnection => {
    let connection = connections.get(client)
    if (connection === undefined) connections.set(client, connection = bind(client))
    return connection
  }

  const together = createSharedCommits({ attempt: (work) => attemptNow(work, begin), alone, onStage })

  function transaction<Result> (work: Work<Result>, options: TransactionOptions = {}): Promise<Result> {
    return (options.shared === undefined || options.long === true ? alone : together)(work, options)
  }

  async function alone<Result> (work: Work<Result>, options: TransactionOptions): Promise<Result> {
    const since = performance.now()
    try {
      return await retried(() => attempt(work, options, begin), RETRY_TRANSACTION_MS)
    } catch (error) {
      if (!isLocked(error)) throw error
      return waitForLocks(work, options, since)
    }
  }

  async function waitForLocks<Result> (
    work: Work<Result>, options: TransactionOptions, since: number
  ): Promise<Result> {
    const gone = AbortSignal.timeout(LONGEST_WAIT_MS)
    for (;;) {
      try {
        let begunAt = since
        const result = await lockWaits.pass(options.party ?? noParty, () => {
          begunAt = performance.now()
          return retried(() => attempt(work, options, beginWaiting), RETRY_TRANSACTION_MS)
        }, { gone })
        onStage('lock', begunAt - since)
        return result
      } catch (error) {
        if (!isLocked(error) || gone.aborted) throw error
      }
    }
  }

  function attempt<Result> (
    work: Work<Result>, { long = false, party = noParty }: TransactionOptions, begin: string
  ): Promise<Result> {
    const since = performance.now()
    return (long ? longTurns : shortTurns).pass(party, () => {
      onStage('queue', performance.now() - since)
      return attemptNow(work, begin)
    })
  }

  async function attemptNow<Result> (work: ClientWork<Result>, begin: string): Promise<Result> {
    const endStage = timeStages(onStage)
    const client = await takeConnection(pool)
    endStage('connection')
    let broken: Error | undefined
    try {
      await turn(client, begin)
      const connection = connectionOf(client)
      connection.begin()
      const hooks = createCommitHooks()
      const result = await work(connection, hooks.leave)
      connection.flush()
      endStage('statements')
      await hooks.run(connection.sql, { together: true })
      endStage('consumers')
      await commit(client, connection)
      endStage('sync')
      return result
    } catch (error) {
      broken = await undo(client, error as Error)
      throw error
    } finally {
      client.release(broken)
    }
  }

  return transaction
}

/** Runs BEGIN, COMMIT or ROLLBACK. */
function turn (client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: TURNING_TIMEOUT_MS }
  return client.query(query)
}

async function commit (client: pg.PoolClient, connection: ClientConnection): Promise<void> {
  connection.flush()
  const { command } = await client.query('COMMIT').catch((error: Error) => {
    throw isUndone(error) ? error : new CommitInDoubt(error)
  })
  // PostgreSQL answers the commit of a failed transaction with ROLLBACK, not with an error.
  if (command !== 'COMMIT') throw connection.failure() ?? new Error('A statement of the transaction had failed')
}

/** Whether the transaction was certainly not committed: the commit was not sent, or PostgreSQL refused it. */
function isUndone ({ message, code }: Error & { code?: string }): boolean {
  return message.endsWith('is not queryable') || /^(23|40)\w{3}$/.test(code ?? '')
}

/** Returns the error of a connection that can no longer be used. */
async function undo (client: pg.PoolClient, error: Error): Promise<Error | undefined> {
  if (error instanceof CommitInDoubt || isUnanswered(error) || isReadOnly(error)) return error
  return turn(client, 'ROLLBACK').then(() => undefined, (failure: Error) => failure)
}
