import type { Connection } from '../database.js'
import type { Statement } from '../sql.js'
import { dialect } from './dialect.js'

const READ = /^\s*SELECT\b/
const reads = new WeakMap<Statement, boolean>()

export interface WatchedConnection extends Connection {
  /** The number of statements sent so far that may write. */
  readonly writes: () => number
}

/** The same connection, which counts what may have written: whatever is not a SELECT, and all that Prisma does. */
export function watchWrites (connection: Connection): WatchedConnection {
  const { sql } = connection
  let count = 0
  const watch = (statement: Statement) => { if (!isRead(statement)) count++ }
  return {
    sql: {
      ...sql,
      all (statement, parameters) {
        watch(statement)
        return sql.all(statement, parameters)
      },
      first (statement, parameters) {
        watch(statement)
        return sql.first(statement, parameters)
      },
      run (statement, parameters) {
        count++
        return sql.run(statement, parameters)
      }
    },
    get prisma () {
      count++
      return connection.prisma
    },
    writes: () => count
  }
}

function isRead (statement: Statement): boolean {
  let known = reads.get(statement)
  if (known === undefined) reads.set(statement, known = READ.test(statement.text(dialect)))
  return known
}
