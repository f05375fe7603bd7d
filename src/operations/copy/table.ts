import { OperatorMistake } from '../../errors.js'

/** What a column holds, whatever either database calls it. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'moment' | 'number' | 'bytes'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
}

/** A table as a database's own catalogue describes it. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[]
  /** The column that counts up by itself, if there is one. */
  readonly counter: string | null
}

/** A row: its values in the order of the table's columns, each as the one text that both databases write it as. */
export type Row = ReadonlyArray<string | null>

/**
 * Tables that belong to no data model: Prisma's, the mark of a copy, and the search index, which is made anew from the
 * rows.
 */
export const foreignTables: readonly string[] = [
  '_prisma_migrations', '_cutroom_copy', 'search_items', 'search_refreshes', 'search_state', 'search_index',
  'search_index_config', 'search_index_data', 'search_index_docsize', 'search_index_idx'
]

/** Describes a table from the rows of a catalogue. Throws where something is in it that cannot be copied faithfully. */
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
 * The tables that both databases have. Throws OperatorMistake where they have not the same columns; their order may
 * differ. A counter is one only where both count: SQLite counts for every integer that is a key by itself.
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

/** The values of a row's key. */
export function keyOf (table: Table, row: Row): string[] {
  return table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)]!)
}
