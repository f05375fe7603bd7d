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

/** Prisma and hand-written statements on one connection of a transaction. */
export function bindClient (client: pg.PoolClient, names: Names): Connection {
  const alone = createSql(client, names.own)
  const gatherer = createGatherer(async (statement, values) => alone.run(statement, values))
  const query = (config: pg.QueryConfig) =>
    gatherer.isWaiting() ? gatherer.flush().then(() => client.query(config)) : client.query(config)
  const sql = createSql({ query }, names.own)
  return bind({ query }, {
    ...sql,
    async run (statement, values) {
      if (statement.isBoundary === true) await gatherer.flushAll()
      const taken = gatherer.take(statement, values)
      if (taken === null) return sql.run(statement, values)
      await taken
      return 1
    },
    gatherInserts: gatherer.during
  }, names)
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
