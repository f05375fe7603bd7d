import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { costing } from './costs.js'

export interface TestDatabase {
  readonly url: string
  /** Removes the database, and cuts its connections. */
  readonly drop: () => Promise<void>
}

/** A new, migrated database for one test: a copy of the template that test/run.js made. */
export function createTestDatabase (dialect: 'sqlite' | 'postgresql'): Promise<TestDatabase> {
  return dialect === 'sqlite'
    ? costing('SQLite databases', copySqlite)
    : costing('PostgreSQL databases', copyPostgresql)
}

async function copySqlite (): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-sqlite-'))
  const file = join(folder, 'cutroom.db')
  await copyFile(fromRunner('TEST_SQLITE_TEMPLATE'), file)
  // The service creates its database with the same mode.
  await chmod(file, 0o600)
  return { url: `file:${file}`, drop: () => rm(folder, { recursive: true, force: true }) }
}

function copyPostgresql (): Promise<TestDatabase> {
  // Copying files is twice as fast, and safe: nobody changes the template.
  return createPostgresql(`TEMPLATE ${fromRunner('TEST_POSTGRESQL_TEMPLATE')} STRATEGY file_copy`)
}

/** A database without any table. */
export function createEmptyPostgresql (): Promise<TestDatabase> {
  return createPostgresql('')
}

async function createPostgresql (options: string): Promise<TestDatabase> {
  const name = `${fromRunner('TEST_POSTGRESQL_PREFIX')}_${randomUUID().replaceAll('-', '')}`
  const server = fromRunner('TEST_DATABASE_URL')
  await execute(server, `CREATE DATABASE ${name} ${options}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => execute(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function execute (server: string, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function fromRunner (name: string): string {
  const value = process.env[name]
  if (value === undefined) {
    throw new Error(`${name} is not set: run the tests by npm test, also a single one (npm test -- FILE)`)
  }
  return value
}
