import type Sqlite from 'better-sqlite3'
import type { Dialect, Sql, SqlValue, Statement } from './sql.js'

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  hasOneWriter: true,
  isEmbedded: true,
  seconds: (column) => `substr(${column}, 1, 19) || 'Z'`,
  milliseconds: (column) => `substr(${column}, 1, 23) || 'Z'`,
  moment: (expression) => expression,
  later: (time, other) =>
    `max(${time}, COALESCE(strftime('%Y-%m-%dT%H:%M:%f+00:00', ${other}, '+0.001 seconds'), ${time}))`,
  elements: (parameter) => `json_each(${parameter})`,
  strings: (parameter) => `SELECT value FROM json_each(${parameter})`,
  integers: (parameter) => `SELECT value FROM json_each(${parameter})`,
  among: (column, values) => `${column} IN (${values})`,
  behind: (column, parameter, ordered, after) => `${column} = ${parameter} AND ${ordered} > ${after}`,
  lookUp: (left, { table, alias, column, value, account }) =>
    `${left} JOIN ${table} AS ${alias} ON ${alias}.${column} = ${value} AND +${alias}.account_id = ${account}`,
  inEach: (values, column, limit, find) => `${find(`${column} IN (${values})`)} LIMIT ${limit}`,
  clock: (seconds) => `strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '${seconds} seconds')`,
  object: (fields) => `json_object(${fields.map(([name, expression]) => `'${name}', ${expression}`).join(', ')})`,
  json: (column) => `json(${column})`,
  flag: (condition) => `json(iif(${condition}, 'true', 'false'))`,
  // The subquery is sorted already: an ORDER BY here would sort the rows again, at half of the whole cost.
  joined: (column) => `group_concat(${column}, ',')`,
  forUpdate: '',
  forShare: '',
  forUpdateSkipLocked: ''
}

/** Runs statements on a connection, synchronously. */
export function createSqliteSql (driver: Sqlite.Database): Sql {
  const prepared = new Map<Statement, { statement: Sqlite.Statement<SqlValue[]>, order: number[] | null }>()

  const prepare = (statement: Statement) => {
    let entry = prepared.get(statement)
    if (entry === undefined) {
      const { text, order } = positional(statement.text(sqliteDialect))
      entry = { statement: driver.prepare<SqlValue[]>(text).safeIntegers(false), order }
      prepared.set(statement, entry)
    }
    return entry
  }
  const arrange = (order: number[] | null, parameters: readonly SqlValue[]) =>
    order === null ? parameters as SqlValue[] : order.map((index) => parameters[index]!)

  return {
    dialect: sqliteDialect,
    all: <Row>(query: Statement, parameters: readonly SqlValue[]) => {
      const { statement, order } = prepare(query)
      return statement.all(arrange(order, parameters) as never) as Row[]
    },
    first: <Row>(query: Statement, parameters: readonly SqlValue[]) => {
      const { statement, order } = prepare(query)
      return statement.get(arrange(order, parameters) as never) as Row | undefined
    },
    run: (query, parameters) => {
      const { statement, order } = prepare(query)
      return statement.run(arrange(order, parameters) as never).changes
    }
  }
}

/**
 * The driver takes parameters by position. `order` is null if each parameter is used once and in sequence, as in most
 * statements.
 */
function positional (text: string): { text: string, order: number[] | null } {
  const order: number[] = []
  const replaced = text.replace(/\$(\d+)/g, (_, number) => {
    order.push(Number(number) - 1)
    return '?'
  })
  return { text: replaced, order: order.every((index, position) => index === position) ? null : order }
}
