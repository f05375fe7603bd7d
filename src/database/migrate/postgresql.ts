import pg from 'pg'
import { locks } from '../locks.js'
import type { Migrating } from './migrate.js'
import { driverUrl } from '../postgresql/url.js'
import { selectTables } from '../table-names.js'

const createNotes = `CREATE TABLE _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`

export async function migratePostgresql (url: string, work: (migrating: Migrating) => Promise<void>): Promise<void> {
  const client = new pg.Client(driverUrl(url))
  // A broken connection fails the next query. Without a listener, the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SELECT pg_advisory_xact_lock(${locks.migration})`)
    await work({
      createNotes,
      tables: selectTables.postgresql,
      // A query without values may have several statements.
      run: async (script) => { await client.query(script) },
      rows: async <Row>(query: string) => (await client.query(query)).rows as Row[]
    })
    await client.query('COMMIT')
  } finally {
    // Rolls back what was not committed.
    await client.end()
  }
}
