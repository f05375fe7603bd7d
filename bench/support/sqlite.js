import { join } from 'node:path'
import { Sqlite } from '../../src/database/driver.mjs'
import { isInMemory, makeFolderOnDisk } from '#proof/harness/folders.js'

/** @returns {import('./databases.js').Databases} */
export function openSqliteFolder () {
  const folder = makeFolderOnDisk()
  const memory = new Sqlite(':memory:')
  const version = memory.prepare('SELECT sqlite_version()').pluck().get()
  memory.close()
  return {
    kind: 'sqlite',
    version: `SQLite ${version}, WAL, synchronous=FULL${isInMemory(folder) ? ', files in memory: syncs cost nothing' : ''}`,
    create: async (name) => createDatabase(name, join(folder, `${name}.db`))
  }
}

/** @returns {import('./databases.js').Database} */
function createDatabase (name, path) {
  const open = async (work) => {
    const connection = new Sqlite(path, { timeout: 30_000 })
    try {
      return work(connection)
    } finally {
      connection.close()
    }
  }
  return {
    kind: 'sqlite',
    name,
    url: `file:${path}`,
    execute: (script) => open((connection) => {
      // Nobody relies on these rows yet.
      connection.pragma('synchronous = OFF')
      connection.exec(`BEGIN IMMEDIATE; ${script}; COMMIT`)
    }),
    first: (query) => open((connection) => connection.prepare(query).get()),
    settle: () => open((connection) => { connection.pragma('wal_checkpoint(TRUNCATE)') })
  }
}
