import { openDatabase, unreachable, type Database } from './database.js'
import { statement } from './sql.js'
import { openConnection } from './sqlite.js'
import { sqlitePath } from './sqlite-path.js'
import { selectTables } from './table-names.js'

/** The longest wait for another process that holds the file. */
const BUSY_TIMEOUT_MS = 2000

/** Opens the log. Statements that read no table do not. */
const FIRST_READ = 'SELECT count(*) FROM sqlite_master'

/**
 * Opens an existing database to look at it. Nothing is written, and nothing stays beside the file of SQLite. Throws
 * OperatorMistake as `openDatabase` does.
 */
export async function openForLooking (url: string): Promise<Database> {
  return url.startsWith('file:')
    ? openFile(sqlitePath(url)).catch((error: Error) => { throw unreachable(url, error) })
    : openDatabase(url)
}

const tables = statement<{ name: string }>('', ({ name }) => selectTables[name])

/** The names of all tables. */
export async function tableNames ({ reads }: Database): Promise<string[]> {
  return (await reads.sql.all(tables, [])).map(({ name }) => name)
}

/**
 * The connection may write, and does not: SQLite removes the files of the write-ahead log when the last connection
 * closes, unless that one can only read.
 */
async function openFile (path: string): Promise<Database> {
  const reads = await openConnection(path, ['query_only = ON', `busy_timeout = ${BUSY_TIMEOUT_MS}`])
  const database: Database = {
    reads,
    longReads: () => reads.sql,
    transaction: async () => { throw new TypeError('A database that is looked at takes no writes') },
    heldMs: () => 0,
    snapshot: async (work) => work(reads.sql),
    get background () { return database },
    observe: () => () => {},
    observeStages: () => {},
    ping: async () => { reads.driver.prepare(FIRST_READ).get() },
    close: reads.close
  }
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
