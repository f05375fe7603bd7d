import { OperatorMistake } from '../../errors.js'

/** The kind of a column, common to both databases. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'moment' | 'number' | 'bytes'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
}

/** A table by the database's own catalogue. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns of the primary key, in order. */
  readonly key: readonly string[]
  /** The column with a counter, or null. */
  readonly counter: string | null
}

/** The values of a row in the order of the columns, as the text that is the same for both databases. */
export type Row = ReadonlyArray<string | null>

/** Tables that say something of their own database: Prisma's, the mark of a copy, its release, and the search index. */
export const foreignTables: readonly string[] = [
  '_prisma_migrations', '_cutroom_copy', 'database_release', 'processes', 'search_items', 'search_refreshes',
  'search_state', 'search_index', 'search_index_config', 'search_index_data', 'search_index_docsize', 'search_index_idx'
]

/** Describes a table by the rows of a catalogue. Throws if it cannot be copied faithfully. */
export function describeTable (
  name: string,
  columns: ReadonlyArray<{ name: string, type: string, keyPosition: number | null, counts: boolean }>,
  kinds: Readonly<Record<string, ColumnKind>>
): Table {
  const key = columns.filter((column) => column.keyPosition !== null).sort((a, b) => a.keyPosition! - b.keyPosition!)
  if (key.length === 0) {
    throw new TypeError(`The table ${name} has no primary key, by which its rows could be told apart.`)
  }
  return {
    name,
    columns: columns.map((column) => {
      const kind = kinds[column.type.toLowerCase()]
      if (kind === undefined) {
        throw new TypeError(`The column ${name}.${column.name} has the type ${column.type}, which copying does not know.`)
      }
      return { name: column.name, kind }
    }),
    key: key.map((column) => column.name),
    counter: columns.find((column) => column.counts)?.name ?? null
  }
}

/**
 * The tables of both databases. Throws OperatorMistake if their columns differ, other than in order. A counter must be
 * one in both: SQLite counts for every integer that is a primary key.
 */
export function agreeOnTables (source: readonly Table[], target: readonly Table[]): Table[] {
  const shape = (tables: readonly Table[]) => new Map(tables.flatMap((table) => table.columns
    .map((column) => [`${table.name}.${column.name}`, `${column.kind} ${table.key.indexOf(column.name)}`] as const)))
  const [here, there] = [shape(source), shape(target)]
  const differing = [...new Set([...here.keys(), ...there.keys()])].filter((name) => here.get(name) !== there.get(name))
  if (differing.length > 0) throw new OperatorMistake(`The two databases have not the same tables: they differ in ${differing.slice(0, 5).join(', ')}`)
  const counters = new Map(target.map((table) => [table.name, table.counter]))
  return source.map((table) => ({
    ...table,
    counter: counters.get(table.name) === table.counter ? table.counter : null
  }))
}

/** The primary key of a row. */
export function keyOf (table: Table, row: Row): string[] {
  return table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)]!)
}

/** A name in SQL. */
export function quote (name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
