import type { Row, Table } from './table.js'

/** The mark of a copy in its target, until the service is started on it. */
export interface Mark {
  /** Identifies the source. */
  readonly source: string
  /** `behind`: all rows are copied, and the source may have changed since. */
  readonly state: 'copying' | 'behind' | 'done'
}

/** Bounds of a read: rows, and characters with one row more. */
export const PAGE_ROWS = 500
export const PAGE_CHARACTERS = 4 * 1024 ** 2

/** The number of characters of a row. A few rows may have megabytes. */
export function charactersOf (row: Row): number {
  return row.reduce((sum, value) => sum + (value?.length ?? 0), 0)
}

/** The source database: a snapshot while it is open. */
export interface SourceStore {
  tables (): Promise<Table[]>
  count (table: Table): Promise<number>
  /** All rows in the order of their keys. */
  pages (table: Table): AsyncGenerator<Row[]>
  /** The last number of a table's counter; 0 if it was never used. */
  position (table: Table): Promise<number>
  /** The newest entry of the history, or null. */
  lastChange (): Promise<string | null>
  close (): Promise<void>
}

/** The target database. No other copy is running into it. */
export interface TargetStore extends SourceStore {
  readMark (): Promise<Mark | null>
  /** Marks the target, empties the tables, and drops the foreign keys, so that rows may come in any order. */
  begin (source: string, tables: readonly Table[]): Promise<void>
  insert (table: Table, rows: readonly Row[]): Promise<void>
  setPosition (table: Table, position: number): Promise<void>
  /** Restores the foreign keys, which checks every row, and marks the copy as `behind`. */
  finish (source: string): Promise<void>
  /** Marks the copy as `done`. */
  complete (): Promise<void>
}
