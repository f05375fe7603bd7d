/**
 * Statements written by hand, once for both databases: `$1`, `$2` … are parameters, and a Dialect has the fragments in
 * which the two differ. Prisma reads and writes rows of one model by their keys, in requests that come seldom. A
 * statement does what most requests, every start or each of many rows need, and what Prisma cannot say: a lock, a list
 * of rows as JSON, a join by a certain index, an expression.
 */

/** The fragments in which the two databases differ. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgresql'
  /** One transaction writes at a time: none needs locks, and the order of their writes is that of their commits. */
  readonly hasOneWriter: boolean
  /** A statement costs no round trip: many small ones are faster than one with a list. */
  readonly isEmbedded: boolean
  /** A stored moment as the contract's text, to the second. */
  seconds (column: string): string
  /** A stored moment as the contract's text, to the millisecond. */
  milliseconds (column: string): string
  /** A parameter's text (`toDatabase` in src/basics/time.ts) as a moment to store or compare. */
  moment (expression: string): string
  /** The elements of a JSON array given as a text parameter: a table with one column, `value`. */
  elements (parameter: string): string
  /** The strings of a JSON array given as a text parameter, for use in `among`. */
  strings (parameter: string): string
  /** The same of integers. */
  integers (parameter: string): string
  /**
   * Whether a column has one of the values that a query gives. PostgreSQL takes a list of parameters for a hundred
   * values and a `LIMIT` for a tenth of the table, and would rather read all of a table than look so many up in its
   * index: so the values are an array, which is made first.
   */
  among (column: string, values: string): string
  /**
   * A column is the first parameter, and another greater than the second. PostgreSQL would walk all rows by the other
   * column: only a comparison of pairs sends it to the index that has both.
   */
  behind (column: string, parameter: string, ordered: string, after: string): string
  /**
   * Joins to each row of `left` the rows of a table whose column has a value, by the index of that column: PostgreSQL
   * would read the whole table, and SQLite make an index of its own.
   */
  lookUp (left: string, lookUp: LookUp): string
  /** Runs `find`, which selects an id among others, for each value of a column: `limit` rows together. */
  inEach (values: string, column: string, limit: string, find: (condition: string) => string): string
  /** The database's own clock, some seconds on, as a moment to store or compare. */
  clock (seconds: number): string
  /**
   * A JSON object as text, from pairs of a name and an expression; `json` reads a column that holds JSON, `flag` a
   * condition.
   */
  object (fields: ReadonlyArray<readonly [name: string, expression: string]>): string
  json (column: string): string
  flag (condition: string): string
  /** The texts of all rows with commas in between, of a subquery that is in the order of this column. */
  joined (column: string, order: string): string
  /**
   * Locks the rows that a SELECT finds until the end of the transaction. SQLite has one writer at a time and needs
   * none.
   */
  readonly forUpdate: string
  /** Lets others read the rows that a SELECT finds, and nobody change them, until the end of the transaction. */
  readonly forShare: string
  /** The same as forUpdate, passing over the rows that another transaction has locked. */
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
 * A statement, made once at module level: drivers keep it prepared under its name, which is unique. Without a name
 * PostgreSQL plans it anew each time.
 */
export interface Statement {
  readonly name: string
  readonly text: (dialect: Dialect) => string
  /**
   * For an insert or an update of one row: the same statement for a JSON list of lists of parameters. PostgreSQL gets
   * those together that come one after the other.
   */
  readonly many?: Statement
  /** Whether nobody reads in a transaction what it has inserted with this statement. */
  readonly isUnread?: boolean
  /** Whether it begins or ends a part that may be undone alone: all that waits is sent before it. */
  readonly isBoundary?: boolean
  /** Whether nobody asks what it has come to: PostgreSQL is not waited for. Where it fails, the transaction does. */
  readonly isUnanswered?: boolean
  /** Whether it writes the row that its first parameter names as a whole, so that the last of several counts. */
  readonly isOfRow?: boolean
}

/** Runs statements on one connection. SQLite answers at once, PostgreSQL later: await either. */
export interface Sql {
  readonly dialect: Dialect
  all<Row> (statement: Statement, parameters: readonly SqlValue[]): Promise<Row[]> | Row[]
  first<Row> (statement: Statement, parameters: readonly SqlValue[]): Promise<Row | undefined> | Row | undefined
  /** Returns the number of rows that were changed. */
  run (statement: Statement, parameters: readonly SqlValue[]): Promise<number> | number
}

/** All that have a name, as far as their files are loaded: a test looks at how each is planned. */
export const statements: Statement[] = []

export function statement (
  name: string,
  text: (dialect: Dialect) => string,
  many?: Statement,
  flags: Omit<Statement, 'name' | 'text' | 'many'> = {}
): Statement {
  const made: Statement = { name, text, many, ...flags }
  if (name !== '') statements.push(made)
  return made
}
