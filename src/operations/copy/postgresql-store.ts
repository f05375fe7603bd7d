import pg from 'pg'
import { OperatorMistake } from '../../errors.js'
import { PAGE_ROWS, type Mark, type SourceStore, type TargetStore } from './store.js'
import { describeTable, foreignTables, keyOf, type ColumnKind, type Row, type Table } from './table.js'
import { locks } from '../../database/advisory-locks.js'

const kinds: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  int4: 'integer',
  int8: 'integer',
  bool: 'boolean',
  timestamptz: 'moment',
  float8: 'number',
  bytea: 'bytes'
}

/** How a column is read as the text that both databases agree on. */
const readers: Readonly<Record<ColumnKind, (column: string) => string>> = {
  text: (column) => column,
  integer: (column) => `${column}::text`,
  boolean: (column) => `${column}::int::text`,
  moment: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`,
  number: (column) => column,
  bytes: (column) => `encode(${column}, 'hex')`
}

const writers: Readonly<Record<ColumnKind, (text: string) => string>> = {
  text: (text) => text,
  integer: (text) => `${text}::bigint`,
  boolean: (text) => `${text}::int::boolean`,
  moment: (text) => `${text}::timestamptz`,
  number: (text) => `${text}::float8`,
  bytes: (text) => `decode(${text}, 'hex')`
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Opens the database for reading its state of this moment. Others may go on writing. */
export async function openPostgresqlSource (url: string): Promise<SourceStore> {
  const client = await connect(url)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // The moment is that of the first statement, and not of BEGIN.
  await client.query('SELECT count(*) FROM accounts')
  return readingStore(client, (pages) => pages)
}

/** Opens the database for a copy. Throws OperatorMistake where another one is being made into it. */
export async function openPostgresqlTarget (url: string): Promise<TargetStore> {
  const reader = await connect(url)
  const writer = await connect(url)
  const close = async () => {
    await reader.end()
    await writer.end()
  }
  const { rows: [lock] } = await writer.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    locks.copy
  ])
  if (!lock!.locked) {
    await close()
    throw new OperatorMistake('A copy is being made into this database already')
  }

  const readMark = async () => {
    const { rows: [found] } = await writer.query<
      { marked: boolean }
    >("SELECT to_regclass('_cutroom_copy') IS NOT NULL AS marked")
    if (!found!.marked) return null
    return (await writer.query<
      Mark & { foreign_keys: string }
    >('SELECT source, state, foreign_keys FROM _cutroom_copy')).rows[0] ?? null
  }
  const setMark = async ({ source, state }: Mark, references: readonly Reference[]) => {
    await writer.query('CREATE TABLE IF NOT EXISTS _cutroom_copy (source text NOT NULL, state text NOT NULL, foreign_keys text NOT NULL); DELETE FROM _cutroom_copy')
    await writer.query('INSERT INTO _cutroom_copy (source, state, foreign_keys) VALUES ($1, $2, $3)', [source, state,
      JSON.stringify(references)])
  }
  /** What an interrupted run took away is known from its mark only. */
  const takenAway = async () => JSON.parse((await readMark())?.foreign_keys ?? '[]') as Reference[]

  return {
    ...readingStore(reader, (pages) => inSnapshot(reader, pages)),
    readMark,
    begin: (source) =>
      inTransaction(writer, async () => {
        const references = await listReferences(writer)
        await setMark({ source, state: 'copying' }, [...await takenAway(), ...references])
        for (const { table, name } of references) {
          await writer.query(`ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`)
        }
      }),
    insert: async (table, rows) => {
      const names = table.columns.map(({ name }) => quote(name))
      await writer.query(`INSERT INTO ${quote(table.name)} (${names.join(', ')})
        SELECT ${table.columns.map(({ name, kind }) => writers[kind](quote(name))).join(', ')}
          FROM ${textTable(names)}`,
      table.columns.map((_column, index) => rows.map((row) => row[index])))
    },
    remove: async (table, rows) => {
      const key = table.key.map((name) => table.columns.find((column) => column.name === name)!)
      const names = key.map(({ name }) => quote(name))
      const keys = rows.map((row) => keyOf(table, row))
      await writer.query(`DELETE FROM ${quote(table.name)} WHERE (${names.join(', ')}) IN
        (SELECT ${key.map(({ name, kind }) => writers[kind](quote(name))).join(', ')} FROM ${textTable(names)})`,
      key.map((_column, index) => keys.map((values) => values[index])))
    },
    setPosition: async (table, position) => {
      await writer.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [quote(table.name), table.counter,
        Math.max(position, 1), position > 0])
    },
    finish: () =>
      inTransaction(writer, async () => {
        for (const { table, name, definition } of await takenAway()) {
          await writer.query(`ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`)
        }
        await setMark({ source: (await readMark())!.source, state: 'done' }, [])
      }),
    close
  }
}

type Pages = AsyncGenerator<Row[]>

function readingStore (client: pg.Client, around: (pages: Pages) => Pages): SourceStore {
  return {
    tables: () => listTables(client),
    count: async (table) =>
      Number((await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${quote(table.name)}`)).rows[0]!
        .count),
    pages: (table) => around(readPages(client, table)),
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
 * A cursor sorts once, however many pages it is read in: the index is in the order of the language, and not of the
 * bytes.
 */
async function * readPages (client: pg.Client, table: Table): Pages {
  const columns = table.columns.map(({ name, kind }) => readers[kind](quote(name))).join(', ')
  // With the table's name: without it, the text of an integer would be what is ordered by.
  const order = table.key.map((name) =>
    `${quote(table.name)}.${quote(name)}` +
    (table.columns.find((column) => column.name === name)!.kind === 'text' ? ' COLLATE "C"' : '')
  ).join(', ')
  await client.query(`DECLARE reading NO SCROLL CURSOR FOR SELECT ${columns} FROM ${quote(table.name)}
    ORDER BY ${order}`)
  try {
    while (true) {
      const { rows } = await client.query<Array<string | number | null>>({
        text: `FETCH ${PAGE_ROWS} FROM reading`,
        rowMode: 'array'
      })
      if (rows.length > 0) yield rows.map((row) => row.map((value) => value === null ? null : String(value)))
      if (rows.length < PAGE_ROWS) return
    }
  } finally {
    await client.query('CLOSE reading').catch(() => {})
  }
}

/** A transaction for as long as is read. It must end then: the tables are changed after it. */
async function * inSnapshot (client: pg.Client, pages: Pages): Pages {
  await client.query('BEGIN READ ONLY')
  try {
    yield * pages
  } finally {
    await client.query('COMMIT')
  }
}

async function listReferences (client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, k.conname`)
  return rows
}

async function inTransaction<Result> (client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function connect (url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  // A connection that breaks says so by the next answer, and would end the process if nobody listened.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** One text array for each column, as a table. */
function textTable (names: readonly string[]): string {
  return `unnest(${names.map((_name, index) => `$${index + 1}::text[]`).join(', ')}) AS given (${names.join(', ')})`
}

function quote (name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
