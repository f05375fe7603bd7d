import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createGate } from '../../work/turns/gate.js'
import { DatabaseUnfit, LONGEST_WAIT_MS, type Database } from '../interface.js'
import type { OnStage } from '../stages.js'
import { bindClient, bindPool, type Names } from './connection.js'
import { sqlThroughGate } from '../gated-sql.js'
import { createPrismaNames, nameOfText, unnamed } from './names.js'
import { observeNotices } from './notices.js'
import { openPool } from './pool.js'
import { createSnapshots } from './snapshots.js'
import { createTransactions } from './transactions.js'

/**
 * Connections of one process for requests: `size` for reads and `size` for transactions, some of which may wait for
 * locks, and some of which may be long.
 */
const REQUESTS = { size: 10, mostLockWaits: 3, mostLong: 3 }
/** The background loop has its own connections, so that requests never keep a heartbeat waiting. */
const BACKGROUND = { size: 4, mostLockWaits: 2, mostLong: 2 }

/** Long reads at the same time, and those of an account. The other connections are for short reads. */
const LONG_READS = 3
const LONG_READS_OF_ONE = 2

/** The longest wait for the answer to a ping. */
const PING_TIMEOUT_MS = 2500
/** The longest wait for connections to close. */
const CLOSE_TIMEOUT_MS = 5000

/** A standby is read-only too. */
const askReadOnly = "SELECT current_setting('transaction_read_only') = 'on' AS read_only"

/**
 * A PostgreSQL server, which other processes use at the same time. With `?pgbouncer=true` in the URL nothing on a
 * connection outlives a transaction, as a pooler in transaction mode requires.
 */
export async function openPostgresql (url: string): Promise<Database> {
  const isPooled = /[?&]pgbouncer=true(&|$)/.test(url)
  const nameOf = isPooled ? unnamed : nameOfText
  const names: Names = { own: nameOf, prisma: createPrismaNames(nameOf) }
  let told: OnStage = () => {}

  function openShare ({ size, mostLockWaits, mostLong }: typeof REQUESTS) {
    const readers = openPool(url, { size, isPooled })
    const writers = openPool(url, { size, isPooled })
    return {
      readers,
      snapshot: createSnapshots({ pool: readers, isPooled, bind: (client) => bindClient(client, names) }),
      reads: bindPool(readers, names),
      transaction: createTransactions({
        pool: writers,
        size,
        mostLockWaits,
        mostLong,
        isPooled,
        bind: (client) => bindClient(client, names),
        onStage: (stage, tookMs) => told(stage, tookMs)
      }),
      close: async () => {
        await Promise.all([readers.end(), writers.end()])
      }
    }
  }

  const requests = openShare(REQUESTS)
  const background = openShare(BACKGROUND)
  const longReads = createGate({
    atOnce: LONG_READS, atOnceOfAccount: LONG_READS_OF_ONE, longestWaitMs: LONGEST_WAIT_MS
  })
  const serve = ({ reads, transaction, snapshot }: typeof requests): Omit<Database, 'background'> => ({
    reads,
    longReads: (party, gone) => sqlThroughGate(reads.sql, longReads, party, gone),
    transaction,
    heldMs: () => performance.now(),
    snapshot,
    observe: (listener) => observeNotices(url, isPooled, listener),
    observeStages: (listener) => { told = listener },
    ping: () => ping(requests.readers),
    close: async () => {
      await Promise.race([Promise.all([requests.close(), background.close()]),
        pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    }
  })
  const inBackground: Database = { ...serve(background), get background () { return inBackground } }
  return { ...serve(requests), background: inBackground }
}

async function ping (pool: pg.Pool): Promise<void> {
  const query: pg.QueryConfig & { query_timeout: number } = { text: askReadOnly, query_timeout: PING_TIMEOUT_MS }
  const { rows } = await pool.query<{ read_only: boolean }>(query)
  if (rows[0]!.read_only) throw new DatabaseUnfit('the database is read-only')
}
