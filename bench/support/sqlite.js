import { Sqlite } from '../../src/database/driver.mjs'
import { createDatabase } from '#proof/harness/databases.js'
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
    create: (name) => createDatabase('sqlite', { folder, name, server: null })
  }
}
