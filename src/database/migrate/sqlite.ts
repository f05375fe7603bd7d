import { Sqlite } from '../driver.mjs'
import { isFileHeld } from '../outages.js'
import { sqlitePath } from '../sqlite-path.js'
import { selectTables } from '../table-names.js'
import type { Connection, Migrating } from './migrate.js'
import { applyAndNote } from './notes.js'

/** The longest wait for an operator's command that is about to end. */
const LOCK_TIMEOUT_MS = 1000

const createNotes = `CREATE TABLE "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`

/** Holds the file exclusively. If another process has it open, nothing is done, and the error says so. */
export async function migrateSqlite (url: string, work: (migrating: Migrating) => Promise<void>): Promise<void> {
  const driver = new Sqlite(sqlitePath(url), { timeout: LOCK_TIMEOUT_MS })
  try {
    // SQLite ignores this pragma inside a transaction, and scripts that rebuild a table need it.
    driver.pragma('foreign_keys = OFF')
    driver.pragma('locking_mode = EXCLUSIVE')
    begin(driver)
    const connection: Connection = {
      run: async (script) => { driver.exec(script) },
      rows: async <Row>(query: string) => driver.prepare<[], Row>(query).all()
    }
    await work({
      ...connection,
      createNotes,
      tables: selectTables.sqlite,
      apply: (migration) => applyAndNote(connection, migration)
    })
    const broken = driver.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0) throw new Error(`${broken.length} rows would refer to rows that are not there`)
    driver.exec('COMMIT')
  } finally {
    // Rolls back what was not committed.
    driver.close()
  }
}

function begin (driver: InstanceType<typeof Sqlite>): void {
  try {
    driver.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    throw isFileHeld(error) ? new Error(`the file is open in another process, which has to end first: ${driver.name}`) : error
  }
}
