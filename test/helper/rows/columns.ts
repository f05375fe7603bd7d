import pg from 'pg'
import { dialect as postgresqlDialect } from '#src/database/postgresql/dialect.js'
import { Sqlite } from '#src/database/driver.mjs'
import { sqliteDialect } from '#src/database/sqlite-sql.js'
import type { Dialect, Statement } from '#src/database/sql.js'
import { isOtherDialect, isPlanned } from '../statements.js'

/** The names of the columns that a statement returns. Null if it is not for this database. */
export type ColumnsOf = (statement: Statement) => Promise<readonly string[] | null>

/** Asks SQLite. Nothing is run. */
export function openSqliteColumns (url: string): { columnsOf: ColumnsOf, close: () => void } {
  const driver = new Sqlite(url.replace(/^file:/, ''))
  return {
    columnsOf: ofItsDialect(sqliteDialect, (text) => {
      const prepared = driver.prepare(text)
      return prepared.reader ? prepared.columns().map(({ name }) => name) : []
    }),
    close: () => driver.close()
  }
}

/** Asks PostgreSQL. Nothing is run. */
export async function openPostgresqlColumns (
  url: string
): Promise<{ columnsOf: ColumnsOf, close: () => Promise<void> }> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    columnsOf: ofItsDialect(postgresqlDialect, (text) => describe(client, text)),
    close: () => client.end()
  }
}

function ofItsDialect (
  dialect: Dialect, ask: (text: string) => readonly string[] | Promise<readonly string[]>
): ColumnsOf {
  return async (statement) => {
    if (!isPlanned(statement, dialect)) return null
    try {
      return await ask(statement.text(dialect))
    } catch (error) {
      if (isOtherDialect(error)) return null
      throw error
    }
  }
}

/** The message of the protocol that describes a prepared statement, which the driver sends with a query only. */
function describe (client: pg.Client, text: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let columns: string[] = []
    client.query({
      submit (connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription ({ fields }: { fields: ReadonlyArray<{ name: string }> }) {
        columns = fields.map(({ name }) => name)
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns)
    } as pg.Submittable)
  })
}
