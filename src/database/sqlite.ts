import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { PrismaClient } from '../../prisma/generated/sqlite/client.js'
import { makeFolder } from '../basics/folders.js'
import { createCheckpoints } from './checkpoints.js'
import { createCommitQueue } from './commit-queue.js'
import { DatabaseUnfit, type Database } from './interface.js'
import { watchFile } from './file-watch.js'
import { nestedAdapter } from './nested.js'
import { createLongReads } from './long-reads.js'
import { createSnapshotThreads } from './snapshot-threads.js'
import type { Sql } from './sql.js'
import type { OnStage } from './stages.js'
import { connectSqlite } from './sqlite-adapter.js'
import { createSqliteCommits } from './sqlite-commits.js'
import { sqlitePath } from './sqlite-path.js'
import { createSqliteSql } from './sqlite-sql.js'

/** The longest wait for another process that writes. */
const BUSY_TIMEOUT_MS = 5000
/** The longest wait when opening: a process that starts or ends holds the file for less. */
const OPEN_TIMEOUT_MS = 2000
/**
 * Pages of 4 KiB in the write-ahead log before a checkpoint. Most pages, such as those of indexes, are written
 * repeatedly, and a later checkpoint copies them once: with SQLite's default of 1000, writes cost a sixth more.
 */
const PAGES_BEFORE_CHECKPOINT = 4000

/** The interval at which commits of other processes are noticed. */
const OBSERVE_INTERVAL_MS = 500

/** The embedded database: one connection for all writes, one for all reads. */
export async function openSqlite (url: string): Promise<Database> {
  const path = sqlitePath(url)
  await makeFolder(dirname(path))
  // The commit queue waits for the lock itself.
  const writer = await openConnection(path, [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 0',
    `wal_autocheckpoint = ${2 * PAGES_BEFORE_CHECKPOINT}`
  ])
  const reader = await openConnection(path, ['query_only = ON', `busy_timeout = ${BUSY_TIMEOUT_MS}`])
  const longReads = createLongReads(path)
  const snapshotThreads = createSnapshotThreads(path)
  const fileProblem = watchFile(path)
  const checkpoints = createCheckpoints(writer.driver, path, PAGES_BEFORE_CHECKPOINT)
  let told: OnStage = () => {}
  const onStage: OnStage = (stage, tookMs) => told(stage, tookMs)
  const commit = createSqliteCommits(writer.driver, writer, {
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    isUnfit: () => fileProblem() !== null,
    beforeBegin: checkpoints.run,
    onStage
  })
  const queue = createCommitQueue({ lanes: 1, commit, onStage })
  const database: Database = {
    reads: reader,
    longReads: longReads.of,
    transaction: queue.add,
    heldMs: queue.waitedMs,
    snapshot: (work, { long = false } = {}) => long ? snapshotThreads.run(work) : snapshot(path, work),
    // There is one writer, whose turns are short and in order.
    get background () { return database },
    observe: (listener) => observeFile(reader.driver, listener),
    observeStages: (listener) => { told = listener },
    ping: async () => {
      reader.driver.prepare('SELECT 1').get()
      const problem = fileProblem()
      if (problem !== null) throw new DatabaseUnfit(problem)
    },
    close: async () => {
      await queue.close()
      await checkpoints.stop()
      await longReads.stop()
      await snapshotThreads.stop()
      await reader.close()
      await writer.close()
    }
  }
  return database
}

/**
 * Besides the service, only the operator's command writes. The version is in memory that all connections to the file
 * share: nothing is read from disk.
 */
function observeFile (driver: Sqlite.Database, listener: () => void): () => void {
  const version = driver.prepare('PRAGMA data_version').pluck()
  let known = version.get()
  const timer = setInterval(() => {
    const latest = version.get()
    if (latest === known) return
    known = latest
    listener()
  }, OBSERVE_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

async function snapshot<Result> (path: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const { driver, sql, close } = await openConnection(path, ['query_only = ON'])
  try {
    driver.exec('BEGIN')
    return await work(sql)
  } finally {
    await close()
  }
}

/** A connection for Prisma and for hand-written statements. */
export async function openConnection (path: string, pragmas: string[]) {
  const { adapter, driver } = await connectSqlite(path, OPEN_TIMEOUT_MS)
  for (const pragma of pragmas) driver.pragma(pragma)
  let prisma: PrismaClient | undefined
  return {
    driver,
    sql: createSqliteSql(driver),
    get prisma () { return (prisma ??= new PrismaClient({ adapter: nestedAdapter(adapter) })) },
    close: async () => {
      await prisma?.$disconnect()
      driver.close()
    }
  }
}
