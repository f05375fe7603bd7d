import pg from 'pg'
import { driverUrl } from '../../database/postgresql/url.js'
import { charactersOf, PAGE_CHARACTERS, PAGE_ROWS, type SourceStore } from './store.js'
import { describeTable, foreignTables, quote, type ColumnKind, type Row, type Table } from './table.js'

const kinds: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  int4: 'integer',
  int8: 'integer',
  bool: 'boolean',
  timestamptz: 'moment',
  float8: 'number',
  bytea: 'bytes'
}

/** Reads a column as the text that is the same for both databases. */
const readers: Readonly<Record<ColumnKind, (column: string) => string>> = {
  text: (column) => column,
  integer: (column) => `${column}::text`,
  boolean: (column) => `${column}::int::text`,
  moment: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`,
  number: (column) => column,
  bytes: (column) => `encode(${column}, 'hex')`
}

/** Opens a snapshot of the database. Others may write while it is open. */
export async function openPostgresqlSource (url: string): Promise<SourceStore> {
  const client = await connect(url)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // The snapshot is taken by the first statement, not by BEGIN.
  await client.query('SELECT count(*) FROM accounts')
  return readingStore(client)
}

/** Reads a database. Pages need a transaction. */
export function readingStore (client: pg.Client): SourceStore {
  return {
    tables: () => listTables(client),
    count: async (table) =>
      Number((await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${quote(table.name)}`)).rows[0]!
        .count),
    pages: (table) => readPages(client, table),
    position: async ({ name, counter }) => {
      const { rows: [sequence] } = await client.query<{ name: string }>(
        'SELECT pg_get_serial_sequence($1, $2) AS name',
        [quote(name), counter]
      )
      const { rows: [found] } = await client.query<{ position: string }>(`SELECT greatest(
        (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ${sequence!.name}), (SELECT max(${quote(counter!)})
          FROM ${quote(name)})) AS position`)
      return Number(found!.position)
    },
    lastChange: async () =>
      (await client.query<{ id: string | null }>('SELECT max(id) AS id FROM history')).rows[0]!.id,
    close: () => client.end()
  }
}

async function listTables (client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<
    { table: string, name: string, type: string, keyPosition: number | null, counts: boolean }
  >(
    `
    SELECT c.relname AS table, a.attname AS name, t.typname AS type,
      array_position(i.indkey::int2[], a.attnum) AS "keyPosition",
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL AS counts
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> ALL ($1)
    ORDER BY c.relname COLLATE "C", a.attnum`, [foreignTables])
  const names = [...new Set(rows.map((row) => row.table))]
  return names.map((name) => describeTable(name, rows.filter((row) => row.table === name), kinds))
}

/**
 * A cursor sorts once for all pages. The index cannot be used, as its order is that of the language and not of bytes.
 */
async function * readPages (client: pg.Client, table: Table): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name, kind }) => readers[kind](quote(name))).join(', ')
  // The name of the table keeps PostgreSQL from ordering by the text of an integer.
  const order = table.key.map((name) =>
    `${quote(table.name)}.${quote(name)}` +
    (table.columns.find((column) => column.name === name)!.kind === 'text' ? ' COLLATE "C"' : '')
  ).join(', ')
  await client.query(`DECLARE reading NO SCROLL CURSOR FOR SELECT ${columns} FROM ${quote(table.name)}
    ORDER BY ${order}`)
  try {
    // The first rows tell how many of them are read at once.
    for (let count = 1; ;) {
      const { rows: found } = await client.query<Array<string | number | null>>({
        text: `FETCH ${count} FROM reading`,
        rowMode: 'array'
      })
      const rows: Row[] = found.map((row) => row.map((value) => value === null ? null : String(value)))
      if (rows.length > 0) yield rows
      if (rows.length < count) return
      const characters = rows.reduce((sum, row) => sum + charactersOf(row), 0)
      count = Math.max(1, Math.min(PAGE_ROWS, 4 * count, Math.floor(count * PAGE_CHARACTERS / characters)))
    }
  } finally {
    await client.query('CLOSE reading').catch(() => {})
  }
}

export async function connect (url: string): Promise<pg.Client> {
  const client = new pg.Client(driverUrl(url))
  // A broken connection shows in the next answer. Without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
