import pg from 'pg'
import { driverUrl } from '../postgresql/url.js'
import { selectTables } from '../table-names.js'
import { runConcurrently } from './concurrent.js'
import { defaultLimits, type Limits } from './limits.js'
import type { Connection, Migrating, Migration } from './migrate.js'
import { addNote, applyAndNote, isNoted, NOTES } from './notes.js'
import { untilFree } from './patience.js'
import { isConcurrent, tablesIn } from './script.js'
import { inTurn } from './turn.js'

/** A network may forget a connection that is silent: one waits while the other works. */
const KEEP_ALIVE_MS = 5000

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

/**
 * Two connections: one excludes other processes that migrate, and one works, each migration by itself. Others read and
 * write meanwhile.
 */
export async function migratePostgresql (
  url: string, work: (migrating: Migrating) => Promise<void>, given: Partial<Limits> = {}
): Promise<void> {
  const limits = { ...defaultLimits, ...given }
  await withClient(url, (excluding) => inTurn(excluding, limits.turnMs, () => withClient(url, async (client) => {
    const connection: Connection = {
      // A query without values may have several statements.
      run: async (script) => { await client.query(script) },
      rows: async <Row>(query: string) => (await client.query(query)).rows as Row[]
    }
    await work({
      ...connection,
      createNotes,
      tables: selectTables.postgresql,
      apply: (migration) => apply({ client, connection, limits }, migration)
    })
  })))
}

async function withClient (url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: driverUrl(url), pipeline: true, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS
  })
  // A broken connection fails the next query. Without a listener, the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await use(client)
  } finally {
    // Rolls back what was not committed.
    await client.end()
  }
}

interface Means {
  readonly client: pg.Client
  readonly connection: Connection
  readonly limits: Limits
}

async function apply (means: Means, migration: Migration): Promise<void> {
  const { client, connection, limits } = means
  const script = migration.script.toString()
  const startedAt = new Date()
  const isByItself = isConcurrent(script)
  if (isByItself && !await isNoted(connection, migration)) {
    await untilFree(client, script, limits, () => runConcurrently(client, script))
  }
  await untilFree(client, script, limits, () => inTransaction(means, migration, () => isByItself
    ? addNote(connection, migration, startedAt)
    : applyAndNote(connection, migration)))
}

/** Notes a migration, unless another process has. The lock of the notes keeps two from doing so at the same time. */
async function inTransaction (
  { client, connection, limits }: Means, migration: Migration, note: () => Promise<void>
): Promise<void> {
  // Who reads a table may wait behind each of the waits.
  const waits = Math.max(1, tablesIn(migration.script.toString()).length)
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${Math.ceil(limits.lockMs / waits)}`)
    await client.query(`LOCK TABLE ${NOTES} IN SHARE ROW EXCLUSIVE MODE`)
    if (!await isNoted(connection, migration)) await note()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
