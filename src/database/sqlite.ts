import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { PrismaClient } from '../../prisma/generated/sqlite/client.js'
import { makeFolder } from '../basics/folders.js'
import { createCheckpoints } from './checkpoints.js'
import { createCommitQueue } from './commit-queue.js'
import { DatabaseUnfit, type Connection, type Database } from './database.js'
import { watchFile } from './file-watch.js'
import { nestedAdapter } from './nested.js'
import type { Dialect, Sql, SqlValue, Statement } from './sql.js'
import { connectSqlite } from './sqlite-adapter.js'
import { sqlitePath } from './sqlite-path.js'

/** How long another process that writes is waited for. */
const BUSY_TIMEOUT_MS = 5000
/**
 * The write-ahead log has so many pages of 4 KiB until they are copied into the database. Most pages are written again
 * and again, as those of indexes are, and are then copied once: with SQLite's 1000, writes cost a sixth more.
 */
const PAGES_BEFORE_CHECKPOINT = 4000

/** What other processes have committed is noticed after so long. */
const OBSERVE_INTERVAL_MS = 500

const dialect: Dialect = {
  name: 'sqlite',
  seconds: (column) => `substr(${column}, 1, 19) || 'Z'`,
  milliseconds: (column) => `substr(${column}, 1, 23) || 'Z'`,
  moment: (expression) => expression,
  elements: (parameter) => `json_each(${parameter})`,
  strings: (parameter) => `SELECT value FROM json_each(${parameter})`,
  object: (fields) => `json_object(${fields.map(([name, expression]) => `'${name}', ${expression}`).join(', ')})`,
  json: (column) => `json(${column})`,
  flag: (condition) => `json(iif(${condition}, 'true', 'false'))`,
  // In the order of the subquery: to say so would sort the rows again, at half of the cost of the whole.
  joined: (column) => `group_concat(${column}, ',')`,
  forUpdate: '',
  forShare: '',
  forUpdateSkipLocked: ''
}

/** An embedded database: one connection for everything that writes, one for everything that reads. */
export async function openSqlite (url: string): Promise<Database> {
  const path = sqlitePath(url)
  await makeFolder(dirname(path))
  // The commit queue has its own way to wait for its turn.
  const writer = await openConnection(path, [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 0',
    `wal_autocheckpoint = ${2 * PAGES_BEFORE_CHECKPOINT}`
  ])
  const reader = await openConnection(path, ['query_only = ON'])
  const fileProblem = watchFile(path)
  const checkpoints = createCheckpoints(writer.driver, path, PAGES_BEFORE_CHECKPOINT)
  const queue = createCommitQueue(writer.driver, writer, BUSY_TIMEOUT_MS, {
    isUnfit: () => fileProblem() !== null,
    beforeBegin: checkpoints.run
  })
  const database: Database = {
    reads: reader,
    transaction: queue.add,
    snapshot: async (work) => {
      const { driver, sql, close } = await openConnection(path, ['query_only = ON'])
      try {
        driver.exec('BEGIN')
        return await work(sql)
      } finally {
        await close()
      }
    },
    // There is one writer, whose turns are short and in order.
    get background () { return database },
    observe: (listener) => observeFile(reader.driver, listener),
    observeWaits: queue.observeWaits,
    ping: async () => {
      reader.driver.prepare('SELECT 1').get()
      const problem = fileProblem()
      if (problem !== null) throw new DatabaseUnfit(problem)
    },
    close: async () => {
      await queue.close()
      await checkpoints.stop()
      await reader.close()
      await writer.close()
    }
  }
  return database
}

/**
 * Only the operator's command writes beside the service. The number is in memory that all who have the file open share:
 * nothing is read.
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

async function openConnection (path: string, pragmas: string[]) {
  const { adapter, driver } = await connectSqlite(path, BUSY_TIMEOUT_MS)
  for (const pragma of pragmas) driver.pragma(pragma)
  let prisma: PrismaClient | undefined
  const connection: Connection = {
    sql: createSql(driver),
    get prisma () {
      prisma ??= new PrismaClient({ adapter: nestedAdapter(adapter) })
      return prisma
    }
  }
  const close = async () => {
    await prisma?.$disconnect()
    driver.close()
  }
  return { driver, close, sql: connection.sql, get prisma () { return connection.prisma } }
}

function createSql (driver: Sqlite.Database): Sql {
  const prepared = new Map<Statement, { statement: Sqlite.Statement<SqlValue[]>, order: number[] | null }>()

  const prepare = (statement: Statement) => {
    let entry = prepared.get(statement)
    if (entry === undefined) {
      const { text, order } = positional(statement.text(dialect))
      entry = { statement: driver.prepare<SqlValue[]>(text).safeIntegers(false), order }
      prepared.set(statement, entry)
    }
    return entry
  }
  const arrange = (order: number[] | null, parameters: readonly SqlValue[]) =>
    order === null ? parameters as SqlValue[] : order.map((index) => parameters[index]!)

  return {
    dialect,
    all: <Row>(query: Statement, parameters: readonly SqlValue[]) => {
      const { statement, order } = prepare(query)
      return statement.all(arrange(order, parameters) as never) as Row[]
    },
    first: <Row>(query: Statement, parameters: readonly SqlValue[]) => {
      const { statement, order } = prepare(query)
      return statement.get(arrange(order, parameters) as never) as Row | undefined
    },
    run: (query, parameters) => {
      const { statement, order } = prepare(query)
      return statement.run(arrange(order, parameters) as never).changes
    }
  }
}

/**
 * The driver takes parameters by position. `order` is null where each is named once and in sequence, as in most
 * statements.
 */
function positional (text: string): { text: string, order: number[] | null } {
  const order: number[] = []
  const replaced = text.replace(/\$(\d+)/g, (_, number) => {
    order.push(Number(number) - 1)
    return '?'
  })
  return { text: replaced, order: order.every((index, position) => index === position) ? null : order }
}
