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
  /** Forgets what an earlier transaction has sent. */
  readonly begin: () => void
  /** Sends what still waits. */
  readonly flush: () => void
  /** What a statement has failed with for which nobody has waited. */
  readonly failure: () => Promise<unknown>
}

/**
 * Prisma and hand-written statements on one connection of a transaction. Statements whose answers are known beforehand
 * are sent, and not waited for. PostgreSQL refuses all that follows one that has failed: who asks for something then is
 * told with what that one has failed.
 */
export function bindClient (client: pg.PoolClient, names: Names): ClientConnection {
  let sent: Array<Promise<unknown>> = []
  const alone = createSql(client, names.own)
  const gatherer = createGatherer((statement, values) => {
    const answer = Promise.resolve(alone.run(statement, values))
    // It is looked at when something else has failed, at the latest by the commit.
    answer.catch(() => {})
    sent.push(answer)
  })

  async function failure (): Promise<unknown> {
    const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
    return (failed as PromiseRejectedResult | undefined)?.reason
  }

  const query = (config: pg.QueryConfig) => {
    gatherer.flush()
    return sent.length === 0
      ? client.query(config)
      : client.query(config).catch(async (error: unknown) => { throw await failure() ?? error })
  }
  const sql = createSql({ query }, names.own)
  const connection = bind({ query }, {
    ...sql,
    async run (statement, values) {
      if (gatherer.take(statement, values)) return 1
      if (statement.isBoundary !== true) return sql.run(statement, values)
      gatherer.flushAll()
      const count = await sql.run(statement, values)
      // What has failed in a part went with it.
      sent = []
      return count
    }
  }, names)
  const begin = () => {
    sent = []
    gatherer.clear()
  }
  return Object.assign(connection, { begin, flush: gatherer.flushAll, failure })
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
