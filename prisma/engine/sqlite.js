import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { copySqliteAdapter } from '../sqlite-adapter.js'
import { CodedError, driverMessage, guardErrors } from './errors.js'

const { PrismaBetterSqlite3 } = await import(copySqliteAdapter())

const lockTimeoutMs = 10_000

/** @param url `file:` and an absolute path */
export function openSqlite (url) {
  const path = url.slice('file:'.length)
  const factory = createFactory(url)

  async function check () {
    if (!existsSync(path)) throw new CodedError('P1003', `Database ${path} does not exist`)
    await open()
  }

  async function create () {
    try {
      makeFolder(dirname(path))
    } catch (error) {
      throw new CodedError('P1001', `Can't create the folder of the database ${path}: ${error.message}`, error)
    }
    await open()
    return path
  }

  async function open () {
    try {
      const adapter = await factory.connect()
      await adapter.queryRaw({ sql: 'PRAGMA schema_version', args: [], argTypes: [] })
      await adapter.dispose()
    } catch (error) {
      throw new CodedError('P1001', `Can't open the database ${path}: ${driverMessage(error)}`, error)
    }
  }

  /**
   * For `migrate reset`: the engine would only empty the tables, and then refuse to migrate a database that is not
   * empty.
   */
  function remove () {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  }

  return { factory, shadowFactory: openMemory().factory, check, create, remove }
}

/** For work that needs no database. */
export function openMemory () {
  return { factory: createFactory('file::memory:') }
}

/**
 * Without `recursive`, with which Node 20 hangs if the system refuses a folder by saying that there is none.
 */
function makeFolder (path) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

function createFactory (url) {
  const adapters = new PrismaBetterSqlite3({ url, timeout: lockTimeoutMs })
  return guardErrors({
    provider: adapters.provider,
    adapterName: adapters.adapterName,
    connect: async () => adapt(await adapters.connect()),
    connectToShadowDb: async () => adapt(await adapters.connectToShadowDb())
  }, ['connect', 'connectToShadowDb'])
}

function adapt (adapter) {
  const { queryRaw, executeRaw, executeScript } = adapter
  // The engine does not close its connections. SQLite removes its journal when they are closed.
  process.once('exit', () => adapter.dispose())

  return guardErrors(Object.assign(adapter, {
    async queryRaw (query) {
      // better-sqlite3 is built without SQLite's old habit of reading a name in double quotes as text.
      return queryRaw.call(adapter, { ...query, sql: query.sql.replace(/ AND name = "(.*)";$/s, " AND name = '$1';") })
    },

    async executeRaw (query) {
      if (query.args.length > 0) return executeRaw.call(adapter, query)
      await executeScript.call(adapter, lockAtOnce(query.sql))
      return 0
    }
  }), ['queryRaw', 'executeRaw', 'executeScript'])
}

/**
 * The pragma takes effect with the next access, first as a shared lock, so that neither of two processes could go on to
 * write. An exclusive transaction waits for its turn and leaves the connection with the lock.
 */
function lockAtOnce (sql) {
  return /locking_mode\s*=\s*EXCLUSIVE/i.test(sql) ? `${sql}; BEGIN EXCLUSIVE; COMMIT` : sql
}
