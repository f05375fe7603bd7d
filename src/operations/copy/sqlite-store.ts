import { Sqlite } from '../../database/driver.mjs'
import { OperatorMistake } from '../../errors.js'
import { charactersOf, PAGE_CHARACTERS, PAGE_ROWS, type Mark, type SourceStore, type TargetStore } from './store.js'
import { describeTable, foreignTables, keyOf, quote, type Column, type ColumnKind, type Row, type Table } from './table.js'

const BUSY_TIMEOUT_MS = 5000

const kinds: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  datetime: 'moment',
  real: 'number',
  blob: 'bytes'
}

/** Reads a column as the text that is the same for both databases. */
const readers: Readonly<Record<ColumnKind, (column: string) => string>> = {
  text: (column) => column,
  integer: (column) => `CAST(${column} AS TEXT)`,
  boolean: (column) => `CAST(${column} AS TEXT)`,
  moment: (column) => `coalesce(strftime('%Y-%m-%dT%H:%M:%f+00:00', ${column}), ${column})`,
  number: (column) => column,
  bytes: (column) => `lower(hex(${column}))`
}

const writers: Readonly<Record<ColumnKind, string>> = {
  text: '?',
  integer: 'CAST(? AS INTEGER)',
  boolean: 'CAST(? AS INTEGER)',
  moment: '?',
  number: 'CAST(? AS REAL)',
  bytes: 'unhex(?)'
}

/** Opens a snapshot of the file. The service may be running. */
export function openSqliteSource (path: string): SourceStore {
  const driver = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
  driver.exec('BEGIN')
  driver.prepare('SELECT count(*) FROM sqlite_master').get()
  return readingStore(driver)
}

/** Opens the file exclusively. Throws OperatorMistake if another process has it open. */
export function openSqliteTarget (path: string): TargetStore {
  const driver = new Sqlite(path, { fileMustExist: true, timeout: 0 })
  try {
    driver.pragma('locking_mode = EXCLUSIVE')
    driver.pragma('foreign_keys = OFF')
    driver.exec('BEGIN IMMEDIATE; COMMIT')
  } catch (error) {
    driver.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new OperatorMistake(`The target ${path} is in use: stop the service that runs on it`)
  }
  driver.pragma('busy_timeout = 5000')
  const inTransaction = driver.transaction((work: () => void) => work())
  const setMark = ({ source, state }: Mark) =>
    inTransaction(() => {
      driver.exec('CREATE TABLE IF NOT EXISTS _cutroom_copy (source TEXT NOT NULL, state TEXT NOT NULL); DELETE FROM _cutroom_copy')
      driver.prepare('INSERT INTO _cutroom_copy (source, state) VALUES (?, ?)').run(source, state)
    })
  const isMarked = driver.prepare("SELECT 1 FROM sqlite_master WHERE name = '_cutroom_copy'")
  const readMark = () =>
    isMarked.get() === undefined
      ? null
      : driver.prepare<[], Mark>('SELECT source, state FROM _cutroom_copy').get() ?? null

  return {
    ...readingStore(driver),
    readMark: async () => readMark(),
    begin: async (source, tables) => {
      setMark({ source, state: 'copying' })
      for (const { name } of tables) driver.exec(`DELETE FROM ${quote(name)}`)
    },
    insert: async (table, rows) => {
      const statement = driver.prepare(`INSERT INTO ${quote(table.name)} (${table.columns.map(({ name }) => quote(name)).join(', ')})
        VALUES (${table.columns.map(({ kind }) => writers[kind]).join(', ')})`)
      inTransaction(() => { for (const row of rows) statement.run(...row) })
    },
    setPosition: async (table, position) => inTransaction(() => {
      driver.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table.name)
      driver.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table.name, position)
    }),
    finish: async (source) => {
      const broken = driver.pragma('foreign_key_check') as Array<{ table: string }>
      if (broken.length > 0) throw new OperatorMistake(`Rows of ${broken[0]!.table} refer to rows that are not there`)
      setMark({ source, state: 'behind' })
    },
    complete: async () => { driver.exec("UPDATE _cutroom_copy SET state = 'done'") }
  }
}

function readingStore (driver: Sqlite.Database): SourceStore {
  return {
    tables: async () => listTables(driver),
    count: async (table) =>
      driver.prepare<[], { count: number }>(`SELECT count(*) AS count FROM ${quote(table.name)}`).get()!.count,
    pages: (table) => readPages(driver, table),
    position: async ({ name, counter }) => {
      const { position } = driver.prepare<[string], { position: number }>(`SELECT max(
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0),
        coalesce((SELECT max(${quote(counter!)}) FROM ${quote(name)}), 0)) AS position`).get(name)!
      return position
    },
    lastChange: async () => driver.prepare<[], { id: string | null }>('SELECT max(id) AS id FROM history').get()!.id,
    close: async () => { driver.close() }
  }
}

function listTables (driver: Sqlite.Database): Table[] {
  const tables = driver.prepare<
    [],
    { name: string, sql: string }
  >("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name")
    .all()
  const columns = driver.prepare<
    [string],
    { name: string, type: string, pk: number }
  >('SELECT name, type, pk FROM pragma_table_xinfo(?) ORDER BY cid')
  return tables.filter(({ name }) => !foreignTables.includes(name)).map(({ name, sql }) =>
    describeTable(
      name,
      columns.all(name).map((column) => ({
        name: column.name,
        type: column.type,
        keyPosition: column.pk === 0 ? null : column.pk,
        counts: column.pk === 1 && /\bAUTOINCREMENT\b/i.test(sql)
      })),
      kinds
    )
  )
}

async function * readPages (driver: Sqlite.Database, table: Table): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name, kind }) => readers[kind](quote(name))).join(', ')
  const key = keyColumns(table)
  const names = key.map(({ name }) => quote(name)).join(', ')
  const page = (condition: string) => driver.prepare<Array<string | number>, Array<string | number | null>>(
    `SELECT ${columns} FROM ${quote(table.name)} ${condition} ORDER BY ${names} LIMIT ${PAGE_ROWS}`).raw()
  const first = page('')
  const next = page(`WHERE (${names}) > (${key.map(({ kind }) => writers[kind]).join(', ')})`)
  for (let after: string[] | null = null; ;) {
    const rows: Row[] = []
    let characters = 0
    for (const values of after === null ? first.iterate() : next.iterate(...after)) {
      const row = values.map((value) => value === null ? null : String(value))
      rows.push(row)
      characters += charactersOf(row)
      if (characters >= PAGE_CHARACTERS) break
    }
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_ROWS && characters < PAGE_CHARACTERS) return
    after = keyOf(table, rows.at(-1)!)
  }
}

function keyColumns (table: Table): Column[] {
  return table.key.map((name) => table.columns.find((column) => column.name === name)!)
}
