import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlQueryable } from '@prisma/driver-adapter-utils'
import pRetry from 'p-retry'
import pg from 'pg'
import { PrismaClient } from '../../prisma/generated/postgresql/client.js'
import { Overloaded } from '../errors.js'
import type { Connection, Database, Prisma } from './database.js'
import { nestedAdapter } from './nested.js'
import type { Dialect, Sql, SqlValue, Statement } from './sql.js'

/** Connections of one process: so many for reads, and so many for transactions. */
const POOL_SIZE = 10
/** Also how long a request waits for its turn. */
const CONNECT_TIMEOUT_MS = 20_000
/** The pool's words for it: its error has no code. */
const NO_TURN = 'timeout exceeded when trying to connect'

const NAMED_STATEMENTS = 1000

/** What PostgreSQL answers where two transactions could not both go on: running one of them again is right. */
const RETRYABLE = new Set(['40001', '40P01'])
const RETRIES = 5
/** Long enough for the transaction that was let through to take the locks that were given up. */
const RETRY_AFTER_MS = 25

const contractTime = (column: string, format: string) => `to_char(${column} AT TIME ZONE 'UTC', '${format}')`

const dialect: Dialect = {
  name: 'postgresql',
  seconds: (column) => contractTime(column, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  milliseconds: (column) => contractTime(column, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  moment: (expression) => `CAST(${expression} AS timestamptz)`,
  elements: (parameter) => `jsonb_array_elements(CAST(${parameter} AS jsonb)) AS elements(value)`,
  strings: (parameter) => `SELECT jsonb_array_elements_text(CAST(${parameter} AS jsonb))`,
  object: (fields) => `CAST((SELECT row_to_json(fields) FROM (SELECT ${fields.map(([name, expression]) => `${expression} AS ${name}`).join(', ')}) AS fields) AS text)`,
  json: (column) => `CAST(${column} AS json)`,
  flag: (condition) => `(${condition})`,
  forUpdate: 'FOR UPDATE',
  forShare: 'FOR SHARE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED'
}

/** A PostgreSQL server, which other processes use at the same time. */
export async function openPostgresql (url: string): Promise<Database> {
  const readers = openPool(url)
  const writers = openPool(url)
  const connections = new WeakMap<pg.PoolClient, Connection>()
  let waited = (_durationMs: number): void => {}
  const prisma = new PrismaClient({ adapter: new PrismaPg(readers, { statementNameGenerator }) })

  const connectionOf = (client: pg.PoolClient): Connection => {
    let connection = connections.get(client)
    if (connection === undefined) connections.set(client, connection = bindConnection(client))
    return connection
  }

  async function attempt<Result> (work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const since = performance.now()
    const client = await writers.connect().catch((error: Error) => { throw error.message === NO_TURN ? new Overloaded() : error })
    waited(performance.now() - since)
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work(connectionOf(client))
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => { broken = failure })
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    reads: { prisma: prisma as unknown as Prisma, sql: createSql(readers) },
    transaction: (work) => attempt(work).catch((error: unknown) => {
      if (!isRetryable(error)) throw error
      return pRetry(() => attempt(work), { retries: RETRIES, minTimeout: RETRY_AFTER_MS, randomize: true, shouldRetry: ({ error }) => isRetryable(error) })
    }),
    observeWaits: (listener) => { waited = listener },
    ping: async () => { await readers.query('SELECT 1') },
    close: async () => {
      await prisma.$disconnect()
      await Promise.all([readers.end(), writers.end()])
    }
  }
}

function openPool (url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A connection that breaks while it idles is replaced by the next request: there is nobody to tell.
  pool.on('error', () => {})
  return pool
}

/** Prisma and hand-written statements on one connection of a transaction. Most transactions never need Prisma's half. */
function bindConnection (client: pg.PoolClient): Connection {
  let prisma: PrismaClient | undefined
  return {
    sql: createSql(client),
    get prisma () {
      prisma ??= new PrismaClient({ adapter: nestedAdapter(boundQueryable(client)) })
      return prisma as unknown as Prisma
    }
  }
}

/** Prisma's adapter for exactly one connection. It asks its pool for nothing but `query`, as transactions are nested here. */
function boundQueryable (client: pg.PoolClient): SqlQueryable {
  const bound: Pick<pg.Pool, 'query' | 'on'> = { query: client.query.bind(client), on: () => pool }
  const pool = Object.assign(Object.create(pg.Pool.prototype) as pg.Pool, bound, { options: {} })
  let adapter: Promise<SqlQueryable> | undefined
  const connected = () => (adapter ??= new PrismaPg(pool, { statementNameGenerator }).connect())
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    queryRaw: async (query) => (await connected()).queryRaw(query),
    executeRaw: async (query) => (await connected()).executeRaw(query)
  }
}

const statementNames = new Map<string, string>()

/** Prisma's statements stay prepared too: the first thousand. Those that vary with their input's length would have no end. */
function statementNameGenerator ({ sql }: { sql: string }): string {
  let name = statementNames.get(sql)
  if (name === undefined && statementNames.size < NAMED_STATEMENTS) {
    statementNames.set(sql, name = `prisma_${statementNames.size}`)
  }
  return name ?? ''
}

function isRetryable (error: unknown): boolean {
  const { code, cause } = error as { code?: string, cause?: { kind?: string } }
  return RETRYABLE.has(code ?? '') || code === 'P2034' || cause?.kind === 'TransactionWriteConflict'
}

function createSql (client: pg.Pool | pg.PoolClient): Sql {
  const texts = new Map<Statement, string>()
  const query = (statement: Statement, values: readonly SqlValue[]) => {
    let text = texts.get(statement)
    if (text === undefined) texts.set(statement, text = statement.text(dialect))
    return client.query({ name: statement.name, text, values: values as SqlValue[] })
  }
  return {
    dialect,
    all: async (statement, parameters) => (await query(statement, parameters)).rows,
    first: async (statement, parameters) => (await query(statement, parameters)).rows[0],
    run: async (statement, parameters) => (await query(statement, parameters)).rowCount ?? 0
  }
}
