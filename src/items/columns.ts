import { Type, type Static, type TSchema } from '@sinclair/typebox'
import type { Dialect, SqlValue } from '../database/sql.js'
import { samples } from '../openapi/samples.js'
import { described, Nullable } from '../http/schemas.js'
import { toDatabase } from '../basics/time.js'

/**
 * A field of an asset or a project, described once: what the contract shows, where it is stored, and how it comes and
 * goes. Rows, statements, presenters and the schemas of answers are made from the two tables at the end.
 */
export interface ItemColumn {
  readonly schema: TSchema
  /** The column of the table; null where the field follows from another one. */
  readonly column: string | null
  /** The expression that reads it into a row. */
  readonly select: (sql: Dialect) => string
  /** The same, as JSON that the database makes. */
  readonly json: (sql: Dialect) => string
  /** The value that the API shows. */
  readonly present: (row: ItemValues, name: string) => unknown
  /** The expression that writes its parameter. */
  readonly bind: (sql: Dialect, parameter: string) => string
  /** The parameter, from what the row carries and the time of the transaction. */
  readonly write: (stored: SqlValue, time: Date) => SqlValue
  /** For what a PUT may change: what is stored of what was sent. */
  readonly edit?: (sent: never) => SqlValue
  /** Whether a new item has nothing there until somebody says something. */
  readonly isNullable?: true
  /** Whether it is some hundred bytes at most: all others are counted before they are read into memory. */
  readonly isShort?: true
}

export type ItemColumns = Readonly<Record<string, ItemColumn>>
export type ItemValues = Readonly<Record<string, SqlValue>>

interface TextColumn<Schema extends TSchema> extends ItemColumn {
  readonly schema: Schema
  readonly column: string
}

interface NullableColumn<Schema extends TSchema> extends TextColumn<Schema> {
  readonly isNullable: true
}

interface DerivedColumn<Schema extends TSchema> extends ItemColumn {
  readonly schema: Schema
  readonly column: null
}

type Options = Partial<Omit<ItemColumn, 'schema' | 'column'>>

const short = { isShort: true } as const

/** A column that is shown as it is stored. */
function textColumn<Schema extends TSchema> (
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

function nullableColumn<Schema extends TSchema> (
  column: string, schema: Schema, options: Options = {}
): NullableColumn<Schema> {
  return { ...textColumn(column, schema, options), isNullable: true }
}

/** A JSON array in a text column. */
function listColumn<Schema extends TSchema> (column: string, schema: Schema): TextColumn<Schema> {
  return textColumn(column, schema, {
    json: (sql) => sql.json(column),
    present: (row, name) => row[name] === '[]' ? [] : JSON.parse(row[name] as string),
    edit: (sent: readonly string[]) => JSON.stringify(sent)
  })
}

/** A moment that the service sets, shown to the second. */
function momentColumn<Schema extends TSchema> (column: string, schema: Schema): TextColumn<Schema> {
  return textColumn(column, schema, {
    ...short,
    select: (sql) => sql.seconds(column),
    json: (sql) => sql.seconds(column),
    bind: (sql, parameter) => sql.moment(parameter),
    write: (_stored, time) => toDatabase(time)
  })
}

/** A field that follows from the row. */
function derived<Schema extends TSchema> (
  schema: Schema, json: (sql: Dialect) => string, present: (row: ItemValues) => unknown
): DerivedColumn<Schema> {
  return { ...textColumn('', schema, { json, present }), column: null }
}

const edit = (sent: string) => sent
const text = Type.String()

const head = (kind: 'asset' | 'project') => ({
  id: textColumn(
    'id',
    described(
      text,
      `Id of the ${kind}: opaque, and in order of creation.`,
      kind === 'asset' ? samples.assetId : samples.projectId
    ),
    short
  ),
  external_id: nullableColumn(
    'external_id',
    described(
      Nullable(text),
      `What another system calls the ${kind}. Set by an update; unique in the account.`,
      kind === 'asset' ? samples.externalId : samples.projectExternalId
    ),
    { edit: (sent: string) => sent || null }
  ),
  project_id: nullableColumn(
    'project_id',
    described(
      Nullable(text),
      `The project that the ${kind} is in.`,
      kind === 'asset' ? samples.projectId : samples.parentProjectId
    ),
    short
  )
})

const words = (kind: 'asset' | 'project') => ({
  owner: textColumn('owner', described(text, 'E-mail of the user who created it.', samples.email), short),
  description: textColumn('description', described(text, 'Empty where none was given.', samples[kind].description), {
    edit
  }),
  title: textColumn('title', described(text, 'What people call it.', samples[kind].title), { edit }),
  category: textColumn('category', described(text, 'Empty where none was given.', samples[kind].category), { edit }),
  tags: listColumn('tags', described(Type.Array(text), 'In the order in which they were sent.', samples[kind].tags))
})

const tail = {
  modification_date: momentColumn(
    'modified_at',
    described(text, 'When something of it last changed: ISO 8601, UTC, to the second.', samples.seconds)
  ),
  created_date: momentColumn('created_at', described(text, 'ISO 8601, UTC, to the second.', samples.seconds)),
  status: textColumn('status', described(text, 'The state of the work on it.', 'open'), short)
}

const deleted = derived(described(Type.Boolean(), 'Whether it is in the trash bin.', false),
  (sql) => sql.flag('cohort_id IS NOT NULL'), (row) => row.cohort_id !== null)

/** Section 2.1 of the contract, in its order. */
export const assetColumns = {
  ...head('asset'),
  parent_asset_id: nullableColumn(
    'parent_asset_id',
    described(Nullable(text), 'The asset that this one was made from.', null),
    short
  ),
  ...words('asset'),
  media_type: textColumn(
    'media_type',
    described(text, '`placeholder` until media is attached, then `live`.', 'placeholder'),
    short
  ),
  ...tail,
  original_filename: nullableColumn('original_filename', described(Nullable(text), 'Name of the attached file.', null)),
  deleted
}

/** Section 2.2 of the contract, in its order. */
export const projectColumns = {
  ...head('project'),
  ...words('project'),
  media_type: derived(described(text, 'Always `project`.', 'project'), () => "'project'", () => 'project'),
  ...tail,
  deleted
}

type StoredIn<Columns> = {
  readonly [Name in keyof Columns as Columns[Name] extends DerivedColumn<TSchema> ? never : Name]:
  Columns[Name] extends NullableColumn<TSchema> ? string | null : string
}

/** An asset as statements read it: named and shaped as the contract shows it, with `tags` as JSON. */
export type AssetRow = StoredIn<typeof assetColumns> & {
  /** The cohort that it was trashed with; null while it is active. */
  readonly cohort_id: string | null
}
export type ProjectRow = StoredIn<typeof projectColumns> & Pick<AssetRow, 'cohort_id'>

type NullsIn<Columns> = {
  readonly [Name in keyof StoredIn<Columns> as null extends StoredIn<Columns>[Name] ? Name : never]: null
}

/** The columns of a new item that are null. */
function nullsIn<Columns extends ItemColumns> (columns: Columns): NullsIn<Columns> {
  const nullable = Object.entries(columns).filter(([, { isNullable }]) => isNullable)
  return Object.fromEntries(nullable.map(([name]) => [name, null])) as NullsIn<Columns>
}

export const blankAsset = nullsIn(assetColumns)
export const blankProject = nullsIn(projectColumns)

/** An answer as the API shows it. */
export type Shown<Columns extends ItemColumns> = { [Name in keyof Columns]: Static<Columns[Name]['schema']> }

/** The properties of the schema of an answer. */
export function schemasOf<Columns extends ItemColumns> (
  columns: Columns
): { [Name in keyof Columns]: Columns[Name]['schema'] } {
  return Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof Columns]: Columns[Name]['schema']
  }
}
