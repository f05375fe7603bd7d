import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Test } from 'tap'
import { openDatabase, type Database } from '#src/database/database.js'
import { statement } from '#src/database/sql.js'
import { projectRoot } from '#src/basics/paths.js'
import { createTestDatabase } from './databases.js'
import type { Dialect } from './prisma-project.js'

const names = statement<{ name: string }>('test_noted_migrations', () => 'SELECT migration_name AS name FROM _prisma_migrations')

/** The migrations of this build and more, in a folder that is removed after the test. */
export async function copyMigrations (t: Test, dialect: Dialect, added: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-migrations-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(join(projectRoot, 'prisma/migrations', dialect), folder, { recursive: true })
  for (const [name, script] of Object.entries(added)) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'migration.sql'), script)
  }
  return folder
}

/** Opens a database for one call: no other connection may have a SQLite file open during a migration. */
export async function look<Result> (
  url: string, ask: (database: Database) => Result | Promise<Result>
): Promise<Result> {
  const database = await openDatabase(url)
  try {
    return await ask(database)
  } finally {
    await database.close()
  }
}

/** The names of the migrations that are noted, one for each note, sorted. */
export function noted (url: string): Promise<string[]> {
  return look(url, async ({ reads: { sql } }) => (await sql.all(names, [])).map(({ name }) => name).sort())
}

/** A migrated PostgreSQL, and a folder with more migrations. Connections end with the test. */
export async function toMigrate (t: Test, added: Record<string, string>) {
  const { url, drop } = await createTestDatabase('postgresql')
  const clients: pg.Client[] = []
  t.teardown(async () => {
    await Promise.all(clients.map((client) => client.end()))
    await drop()
  })
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(url)
    // A test may end the connection.
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  const observer = await connect()
  return {
    url,
    folder: await copyMigrations(t, 'postgresql', added),
    connect,
    /** The rows of a query on a connection of its own. */
    rows: async <Row extends pg.QueryResultRow>(query: string, values: unknown[] = []) =>
      (await observer.query<Row>(query, values)).rows
  }
}
