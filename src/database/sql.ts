/**
 * Statements written by hand, once for both databases: `$1`, `$2` … are parameters, and a Dialect has the fragments in
 * which the two differ. Prisma reads and writes rows of one model by their keys, in rare requests. A statement does
 * what most requests, every start or each of many rows need, and what Prisma cannot express: a lock, a list of rows as
 * JSON, a join by a certain index, an expression.
 */

/** The fragments in which the two databases differ. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgresql'
  /** Only one transaction writes at a time: no locks are needed, and the order of writes is the order of commits. */
  readonly hasOneWriter: boolean
  /** A statement costs no round trip: many small ones are faster than one with a list. */
  readonly isEmbedded: boolean
  /** A stored time as the contract's text, to the second. */
  seconds (column: string): string
  /** A stored time as the contract's text, to the millisecond. */
  milliseconds (column: string): string
  /** A parameter's text (`toDatabase` in src/basics/time.ts) as a time to store or compare. */
  moment (expression: string): string
  /** A time, or the millisecond after `other` if that is later. `other` may be null. */
  later (time: string, other: string): string
  /** The elements of a JSON array in a text parameter: a table with one column, `value`. */
  elements (parameter: string): string
  /** The strings of a JSON array in a text parameter, for `among`. */
  strings (parameter: string): string
  /** The same for integers. */
  integers (parameter: string): string
  /**
   * A condition: the column has one of the values of a query. PostgreSQL's planner expects a hundred values from a list
   * in a parameter and a tenth of the table from a `LIMIT`, and would scan the table instead of using the index. So the
   * values are put into an array first.
   */
  among (column: string, values: string): string
  /**
   * A condition: `column` is the parameter, and `ordered` is greater than `after`. PostgreSQL would scan all rows by
   * `ordered`; only a comparison of pairs makes it use the index on both.
   */
  behind (column: string, parameter: string, ordered: string, after: string): string
  /**
   * Joins to each row of `left` the rows of a table by the index of a column. Otherwise PostgreSQL would scan the whole
   * table, and SQLite would build an index of its own.
   */
  lookUp (left: string, lookUp: LookUp): string
  /** Runs `find`, which selects an id among others, for each value of a column. `limit` bounds the rows of all. */
  inEach (values: string, column: string, limit: string, find: (condition: string) => string): string
  /** The database's own clock, some seconds later, or earlier if they are negative: a time to store or compare. */
  clock (seconds: number): string
  /**
   * A JSON object as text, from pairs of a name and an expression. `json` reads a column with JSON, `flag` a condition.
   */
  object (fields: ReadonlyArray<readonly [name: string, expression: string]>): string
  json (column: string): string
  flag (condition: string): string
  /** Joins the texts of a column with commas, from a subquery that is sorted by `order`. */
  joined (column: string, order: string): string
  /** Locks the rows of a SELECT until the end of the transaction. SQLite has one writer and needs no locks. */
  readonly forUpdate: string
  /** Locks the rows of a SELECT against changes until the end of the transaction. Others may read them. */
  readonly forShare: string
  /** Like `forUpdate`, but skips rows that another transaction has locked. */
  readonly forUpdateSkipLocked: string
}

/** The rows of `table` as `alias`, with `column` = `value`, of an account. */
export interface LookUp {
  readonly table: string
  readonly alias: string
  /** The columns to read. */
  readonly columns: string
  readonly column: string
  readonly value: string
  readonly account: string
}

export type SqlValue = string | number | null

/**
 * A statement, made once at module level. Drivers keep it prepared under its name, which is unique. Without a name,
 * PostgreSQL plans it again each time.
 */
export interface Statement<Row = unknown> {
  readonly name: string
  readonly text: (dialect: Dialect) => string
  /**
   * For an insert or an update of one row: the same statement for a JSON list of lists of parameters. PostgreSQL gets
   * consecutive ones as one batch.
   */
  readonly many?: Statement
  /** Whether no transaction reads the rows that it has inserted with this statement. */
  readonly isUnread?: boolean
  /** Whether it begins or ends a savepoint: pending batches are sent before it. */
  readonly isBoundary?: boolean
  /** Whether nobody needs its result. PostgreSQL is not awaited; if the statement fails, the transaction fails. */
  readonly isUnanswered?: boolean
  /** Whether it writes the whole row that its first parameter names, so that only the last of several matters. */
  readonly isOfRow?: boolean
  /** The type of its rows, and never a value. */
  readonly row?: Row
}

/** Runs statements on one connection. SQLite returns at once, PostgreSQL a promise: await either. */
export interface Sql {
  readonly dialect: Dialect
  all<Row> (statement: Statement<Row>, parameters: readonly SqlValue[]): Promise<Row[]> | Row[]
  first<Row> (statement: Statement<Row>, parameters: readonly SqlValue[]): Promise<Row | undefined> | Row | undefined
  /** Returns the number of rows that were changed. */
  run (statement: Statement, parameters: readonly SqlValue[]): Promise<number> | number
}

/** All statements with a name, of the modules loaded so far: tests check the plan of each, and its columns. */
export const statements: Statement[] = []

/** `Row` has the columns that the statement returns, and no others: a test compares them. */
export function statement<Row = unknown> (
  name: string,
  text: (dialect: Dialect) => string,
  many?: Statement,
  flags: Omit<Statement, 'name' | 'text' | 'many' | 'row'> = {}
): Statement<Row> {
  const made: Statement<Row> = { name, text, many, ...flags }
  if (name !== '') statements.push(made)
  return made
}
