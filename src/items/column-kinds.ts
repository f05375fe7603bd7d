import type { TSchema } from '@sinclair/typebox'
import type { Dialect, SqlValue } from '../database/sql.js'
import { toDatabase } from '../basics/time.js'

/**
 * A field of an asset or a project, described once: how the contract shows it, where it is stored, and how it is read
 * and written. Rows, statements, presenters and the schemas of answers are made from the two tables of columns.ts.
 */
export interface ItemColumn {
  readonly schema: TSchema
  /** The column of the table; null if the field follows from another one. */
  readonly column: string | null
  /** The expression that reads it into a row. */
  readonly select: (sql: Dialect) => string
  /** The same, as JSON that the database makes. */
  readonly json: (sql: Dialect) => string
  /** The value that the API shows. */
  readonly present: (row: ItemValues, name: string) => unknown
  /** The expression that writes its parameter. */
  readonly bind: (sql: Dialect, parameter: string) => string
  /** The parameter, from the value in the row and the time of the transaction. */
  readonly write: (stored: SqlValue, time: Date) => SqlValue
  /** For fields that a PUT may change: the stored value of a sent one. */
  readonly edit?: (sent: never) => SqlValue
  /** Whether it is null in a new item unless a value is sent. */
  readonly isNullable?: true
  /** Whether it has some hundred bytes at most: all others are counted before they are read into memory. */
  readonly isShort?: true
}

export type ItemColumns = Readonly<Record<string, ItemColumn>>
export type ItemValues = Readonly<Record<string, SqlValue>>

interface TextColumn<Schema extends TSchema> extends ItemColumn {
  readonly schema: Schema
  readonly column: string
}

export interface NullableColumn<Schema extends TSchema> extends TextColumn<Schema> {
  readonly isNullable: true
}

export interface FlagColumn<Schema extends TSchema> extends TextColumn<Schema> {
  readonly isFlag: true
}

export interface DerivedColumn<Schema extends TSchema> extends ItemColumn {
  readonly schema: Schema
  readonly column: null
}

type Options = Partial<Omit<ItemColumn, 'schema' | 'column'>>

export const short = { isShort: true } as const

/** A column that is shown as it is stored. */
export function textColumn<Schema extends TSchema> (
  column: string, schema: Schema, options: Options = {}
): TextColumn<Schema> {
  return {
    column,
    select: () => column,
    json: () => column,
    present: (row, name) => row[name],
    bind: (_sql, parameter) => parameter,
    write: (stored) => stored,
    ...options,
    schema
  }
}

export function nullableColumn<Schema extends TSchema> (
  column: string, schema: Schema, options: Options = {}
): NullableColumn<Schema> {
  return { ...textColumn(column, schema, options), isNullable: true }
}

/** A JSON array in a text column. */
export function listColumn<Schema extends TSchema> (column: string, schema: Schema): TextColumn<Schema> {
  return textColumn(column, schema, {
    json: (sql) => sql.json(column),
    present: (row, name) => row[name] === '[]' ? [] : JSON.parse(row[name] as string),
    edit: (sent: readonly string[]) => JSON.stringify(sent)
  })
}

/** A condition, 1 or 0 in rows. */
export function flagColumn<Schema extends TSchema> (column: string, schema: Schema): FlagColumn<Schema> {
  return {
    ...textColumn(column, schema, {
      ...short,
      select: () => `CAST(${column} AS integer)`,
      json: (sql) => sql.flag(column),
      present: (row, name) => row[name] === 1,
      bind: (_sql, parameter) => `CAST(${parameter} AS boolean)`
    }),
    isFlag: true
  }
}

/** A time that the service sets, shown to the second. */
export function momentColumn<Schema extends TSchema> (column: string, schema: Schema): TextColumn<Schema> {
  return textColumn(column, schema, {
    ...short,
    select: (sql) => sql.seconds(column),
    json: (sql) => sql.seconds(column),
    bind: (sql, parameter) => sql.moment(parameter),
    write: (_stored, time) => toDatabase(time)
  })
}

/** A field that is derived from the row. */
export function derived<Schema extends TSchema> (
  schema: Schema, json: (sql: Dialect) => string, present: (row: ItemValues) => unknown
): DerivedColumn<Schema> {
  return { ...textColumn('', schema, { json, present }), column: null }
}
