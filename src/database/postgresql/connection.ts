import pg from 'pg'
import { PrismaClient } from '../../../prisma/generated/postgresql/client.js'
import type { BeforeCommit, Connection, Prisma } from '../interface.js'
import { nestedAdapter } from '../nested.js'
import type { Sql, SqlValue, Statement } from '../sql.js'
import { adapterOf, type Queryable } from './adapter.js'
import { dialect } from './dialect.js'
import { createGatherer } from './gather.js'
import { RETRY_READ_MS, retried } from './retry.js'
import type { PrismaNames, StatementName } from './names.js'

export interface Names {
  readonly own: StatementName
  readonly prisma: PrismaNames
}

/** Prisma and hand-written statements on a pool. Each query takes any free connection. */
export function bindPool (pool: pg.Pool, names: Names): Connection {
  // A read has no effect, so a failed one is repeated.
  const query = (config: pg.QueryConfig) => retried(() => pool.query(config), RETRY_READ_MS)
  return bind({ query }, createSql({ query }, names.own), names)
}

/** The connection of a transaction, which sends some statements without waiting for their results. */
export interface ClientConnection extends Connection {
  /** Resets the state of an earlier transaction. */
  readonly begin: () => void
  /** Sends pending statements. */
  readonly flush: () => void
  /** The error of the first statement that has failed. */
  readonly failure: () => unknown
  /** The number of statements so far that may write: all but SELECT. A gathered one counts when it is gathered. */
  readonly writes: () => number
}

/** Work in one transaction on such a connection. */
export type ClientWork<Result> = (connection: ClientConnection, beforeCommit: BeforeCommit) => Promise<Result>

const READ = /^\s*SELECT\b/

/** PostgreSQL refuses every statement after one that has failed. */
const IN_FAILED_TRANSACTION = '25P02'

/**
 * Prisma and hand-written statements on the one connection of a transaction. Statements with a known result, or with a
 * result that nobody needs, are sent and not awaited. If one fails, the next awaited statement rejects with its error.
 */
export function bindClient (client: pg.PoolClient, names: Names): ClientConnection {
  let failure: unknown
  let writes = 0
  // Results come in the order of the statements. The first failure causes those that follow; a success after it, such
  // as a rollback to a savepoint, ends them.
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
      // The commit reports it at the latest.
    }
  }

  const query = (config: pg.QueryConfig) => {
    gatherer.flush()
    if (!READ.test(config.text)) writes++
    return ask(config)
  }
  const sql = createSql({ query }, names.own)
  const connection = bind({ query }, {
    ...sql,
    async run (statement, values) {
      writes++
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
  return Object.assign(connection, { begin, flush: gatherer.flushAll, failure: () => failure, writes: () => writes })
}

/** Prisma's client is made on first use: most transactions, and many processes, never need it. */
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

/** The types of COUNT and of SUM, and that of large integers: none that is stored is beyond a double. */
const numbers: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

/** How statements written by hand read values. By default, the driver gives such numbers as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number) =>
    numbers.has(type) ? Number : pg.types.getTypeParser(type)) as typeof pg.types.getTypeParser
}

function createSql (queryable: Queryable, nameOf: StatementName): Sql {
  const prepared = new Map<Statement, { name: string, text: string }>()
  const query = (statement: Statement, values: readonly SqlValue[]) => {
    let entry = prepared.get(statement)
    if (entry === undefined) {
      const text = statement.text(dialect)
      prepared.set(statement, entry = { name: statement.name === '' ? '' : nameOf(statement.name, text), text })
    }
    return queryable.query({ name: entry.name, text: entry.text, values: values as SqlValue[], types })
  }
  return {
    dialect,
    all: async (statement, parameters) => (await query(statement, parameters)).rows,
    first: async (statement, parameters) => (await query(statement, parameters)).rows[0],
    run: async (statement, parameters) => (await query(statement, parameters)).rowCount ?? 0
  }
}
