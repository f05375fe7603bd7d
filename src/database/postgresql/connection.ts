import type pg from 'pg'
import { PrismaClient } from '../../../prisma/generated/postgresql/client.js'
import type { Connection, Prisma } from '../database.js'
import { nestedAdapter } from '../nested.js'
import type { Sql, SqlValue, Statement } from '../sql.js'
import { adapterOf, type Queryable } from './adapter.js'
import { dialect } from './dialect.js'
import { createGatherer } from './gather.js'
import { retried } from './retry.js'
import type { PrismaNames, StatementName } from './names.js'

export interface Names {
  readonly own: StatementName
  readonly prisma: PrismaNames
}

/** Prisma and hand-written statements on a pool, each on whichever connection is free. */
export function bindPool (pool: pg.Pool, names: Names): Connection {
  // A read that was cut off has done nothing, and is asked again.
  const query = (config: pg.QueryConfig) => retried(() => pool.query(config))
  return bind({ query }, createSql({ query }, names.own), names)
}

/** A connection of a transaction, which sends some statements without waiting for their answers. */
export interface ClientConnection extends Connection {
  /** Forgets what an earlier transaction has left. */
  readonly begin: () => void
  /** Sends what still waits. */
  readonly flush: () => void
  /** What the first statement has failed with that has. */
  readonly failure: () => unknown
}

/** PostgreSQL refuses all that follows a statement that has failed. */
const IN_FAILED_TRANSACTION = '25P02'

/**
 * Prisma and hand-written statements on one connection of a transaction. Statements whose answers are known beforehand,
 * or of interest to nobody, are sent and not waited for. Where one fails, who asks for something after it is told so.
 */
export function bindClient (client: pg.PoolClient, names: Names): ClientConnection {
  let failure: unknown
  // Answers come in the order of the statements: the first failure is what others follow from, and where one succeeds
  // after it, as the way back to a savepoint does, it is over.
  const ask = (config: pg.QueryConfig) => client.query(config).then((result) => {
    failure = undefined
    return result
  }, (error: { code?: string }) => {
    failure ??= error
    throw error.code === IN_FAILED_TRANSACTION ? failure : error
  })
  const alone = createSql({ query: ask }, names.own)
  const gatherer = createGatherer(send)

  async function send (statement: Statement, values: readonly SqlValue[]): Promise<void> {
    try {
      await alone.run(statement, values)
    } catch {
      // Told by the commit at the latest.
    }
  }

  const query = (config: pg.QueryConfig) => {
    gatherer.flush()
    return ask(config)
  }
  const sql = createSql({ query }, names.own)
  const connection = bind({ query }, {
    ...sql,
    async run (statement, values) {
      if (gatherer.take(statement, values)) return 1
      if (statement.isUnanswered === true) {
        gatherer.flush()
        send(statement, values)
        return 0
      }
      if (statement.isBoundary === true) gatherer.flushAll()
      return sql.run(statement, values)
    }
  }, names)
  const begin = () => {
    failure = undefined
    gatherer.clear()
  }
  return Object.assign(connection, { begin, flush: gatherer.flushAll, failure: () => failure })
}

/** Most transactions, and many processes, never need Prisma's half. */
function bind (queryable: Queryable, sql: Sql, names: Names): Connection {
  let prisma: PrismaClient | undefined
  return {
    sql,
    get prisma () {
      prisma ??= new PrismaClient({ adapter: nestedAdapter(adapterOf(queryable, names.prisma)) })
      return prisma as unknown as Prisma
    }
  }
}

function createSql (queryable: Queryable, nameOf: StatementName): Sql {
  const prepared = new Map<Statement, { name: string, text: string }>()
  const query = (statement: Statement, values: readonly SqlValue[]) => {
    let entry = prepared.get(statement)
    if (entry === undefined) {
      const text = statement.text(dialect)
      prepared.set(statement, entry = { name: statement.name === '' ? '' : nameOf(statement.name, text), text })
    }
    return queryable.query({ name: entry.name, text: entry.text, values: values as SqlValue[] })
  }
  return {
    dialect,
    all: async (statement, parameters) => (await query(statement, parameters)).rows,
    first: async (statement, parameters) => (await query(statement, parameters)).rows[0],
    run: async (statement, parameters) => (await query(statement, parameters)).rowCount ?? 0
  }
}
