import type { Row, Table } from './table.js'

/** What a target remembers of the copy that is being made into it, until the service is started on it. */
export interface Mark {
  /** Which database is copied. */
  readonly source: string
  /** `behind`: all rows are there, and the source may have gone on since. */
  readonly state: 'copying' | 'behind' | 'done'
}

/** So many rows are read at a time. */
export const PAGE_ROWS = 500

/** The source database. It shows the state of one moment for as long as it is open. */
export interface SourceStore {
  tables (): Promise<Table[]>
  count (table: Table): Promise<number>
  /** All rows in the order of their key, in pages. */
  pages (table: Table): AsyncGenerator<Row[]>
  /** The largest number that a table's counter has given out; 0 where it has given out none. */
  position (table: Table): Promise<number>
  /** The newest entry of the history; null where there is none. */
  lastChange (): Promise<string | null>
  close (): Promise<void>
}

/** The target database, into which nobody else copies at the same time. */
export interface TargetStore extends SourceStore {
  readMark (): Promise<Mark | null>
  /** Marks the target, empties the tables, and takes the foreign keys away, so that rows may come in any order. */
  begin (source: string, tables: readonly Table[]): Promise<void>
  insert (table: Table, rows: readonly Row[]): Promise<void>
  setPosition (table: Table, position: number): Promise<void>
  /** Brings the foreign keys back, which checks every row against them, and marks that all rows are there. */
  finish (source: string): Promise<void>
  /** Marks the copy as one that has taken over everything. */
  complete (): Promise<void>
}
