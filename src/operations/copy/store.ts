import type { Row, Table } from './table.js'

/** What a target remembers of the copy that is being made into it, until the service is started on it. */
export interface Mark {
  /** Which database is copied. */
  readonly source: string
  readonly state: 'copying' | 'done'
}

/** So many rows are in memory at a time, of each side. */
export const PAGE_ROWS = 500

/** A database from which is copied. It shows the state of one moment for as long as it is open. */
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

/** A database into which is copied, by nobody else at the same time. `pages` shows what was there when it began. */
export interface TargetStore extends SourceStore {
  readMark (): Promise<Mark | null>
  /** Marks the target, and takes its foreign keys away, so that rows may come in any order. */
  begin (source: string): Promise<void>
  insert (table: Table, rows: readonly Row[]): Promise<void>
  remove (table: Table, rows: readonly Row[]): Promise<void>
  setPosition (table: Table, position: number): Promise<void>
  /** Brings the foreign keys back, which checks every row against them, and marks the copy as done. */
  finish (): Promise<void>
}
