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

/**
 * A new, migrated database for one test: a copy of a template that test/run.js made. `filled` has the first
 * administrator in it, if there is such a template.
 */
export function createTestDatabase (
  dialect: 'sqlite' | 'postgresql', { filled = false } = {}
): Promise<TestDatabase> {
  const template = (filled ? process.env[`TEST_${dialect.toUpperCase()}_FILLED`] : undefined) ??
    fromRunner(`TEST_${dialect.toUpperCase()}_TEMPLATE`)
  return dialect === 'sqlite'
    ? costing('SQLite databases', () => copySqlite(template))
    : costing('PostgreSQL databases', () => copyPostgresql(template))
}

async function copySqlite (template: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-sqlite-'))
  const file = join(folder, 'cutroom.db')
  await copyFile(template, file)
  // The service creates its database with the same mode.
  await chmod(file, 0o600)
  return { url: `file:${file}`, drop: () => rm(folder, { recursive: true, force: true }) }
}

function copyPostgresql (template: string): Promise<TestDatabase> {
  // Copying files is twice as fast, and safe: nobody changes the template.
  return createPostgresql(`TEMPLATE ${template} STRATEGY file_copy`)
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
