import pg from 'pg'
import t from 'tap'
import { statement, type Dialect, type Sql, type Statement } from '#src/database/sql.js'
import { setForSession } from '#src/database/postgresql/pool.js'
import { createWorld, onBothDatabases } from '../../helper/app.js'
import { readsAccount, readsAll, readsMuch } from '../../helper/plans/exempt.js'
import { fewOfAccount, fill, growingTables } from '../../helper/plans/tables.js'
import { isOtherDialect, isPlanned, loadStatements } from '../../helper/statements.js'

/** Enough for PostgreSQL to choose an index, unless it overestimates a list or a `LIMIT`. */
const ROWS = 10_000
/** So few that reading all of them is the cheapest. */
const FEW_ROWS = 20

/** Statements that walk through all items once, piece by piece, whatever part of them is needed. */
const walking = new Set(['search_items_of_group'])

onBothDatabases('Statements find their rows by an index, and do not read a whole table', async (t, { app, url }) => {
  const { sql } = app.database.reads
  const all = await loadStatements()
  const tables = await growingTables(sql)
  const planned = all.filter((statement) => isPlanned(statement, sql.dialect) && !(statement.name in readsAll))
  const read = sql.dialect.name === 'sqlite'
    ? await readBySqlite(sql, planned, tables)
    : await readByPostgresql(sql, url, planned, tables)
  t.strictSame(read.map(toAdvice), [])
  const names = all.map(({ name }) => name)
  t.strictSame(names.filter((name, index) => names.indexOf(name) !== index), [], 'each name is unique')
  const exempt = [readsAll, readsMuch, readsAccount].flatMap((list) => Object.keys(list))
  t.strictSame(exempt.filter((name) => !names.includes(name)), [], 'no statement is exempt that is gone')
})

t.test('Statements that were planned while the tables were small still use an index when the tables have grown', async (t) => {
  const { app, url } = await createWorld(t, 'postgresql')
  const { sql } = app.database.reads
  const planned = (await loadStatements()).filter((statement) => isPlanned(statement, sql.dialect) &&
    !(statement.name in readsAll) && !(statement.name in readsMuch) && !walking.has(statement.name))
  t.strictSame((await readByOldPlans(url, sql.dialect, planned, await growingTables(sql))).map(toAdvice), [])
})

/** A part of a plan that reads a whole table. */
interface Read {
  readonly name: string
  readonly part: string
}

const toAdvice = ({ name, part }: Read) =>
  `${name} has no index (${part}): add one, or say in test/helper/plans/ why the statement or the table needs none`

async function readBySqlite (sql: Sql, planned: readonly Statement[], tables: readonly string[]): Promise<Read[]> {
  const read: Read[] = []
  const large = tables.filter((table) => !(table in fewOfAccount))
  for (const { name, text } of planned) {
    const explained = statement<{ detail: string }>('', (dialect) => `EXPLAIN QUERY PLAN ${text(dialect)}`)
    const numbers = [...text(sql.dialect).matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
    try {
      const rows = await sql.all(explained, Array<null>(Math.max(0, ...numbers)).fill(null))
      for (const { detail } of rows) {
        const [, scanned] = /^SCAN (\w+)$/.exec(detail) ?? []
        const isWhole = scanned !== undefined && isOneOf(tables, text(sql.dialect), scanned)
        // SQLite has no statistics, and prefers the account to a list of ids.
        const [, found] = name in readsAccount ? [] : /^SEARCH (\w+) .*\(account_id=\?\)$/.exec(detail) ?? []
        const isAccount = found !== undefined && isOneOf(large, text(sql.dialect), found)
        if (isWhole || isAccount || detail.includes('AUTOMATIC')) read.push({ name, part: detail })
      }
    } catch (error) {
      if (!isOtherDialect(error)) throw error
    }
  }
  return read
}

/** Whether a name in a statement is that of a table, or stands for it. */
function isOneOf (tables: readonly string[], text: string, name: string): boolean {
  const alias = new RegExp(`\\b(\\w+)\\s+(?:AS\\s+)?${name}\\b`, 'g')
  return tables.includes(name) || [...text.matchAll(alias)].some(([, table]) => tables.includes(table!))
}

/** The reads of whole tables, before PostgreSQL has analysed its tables and afterwards. */
async function readByPostgresql (
  sql: Sql, url: string, planned: readonly Statement[], tables: readonly string[]
): Promise<Read[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const table of tables) await fill(client, table, ROWS)
    const before = await plan(client, sql.dialect, planned, tables)
    await client.query('ANALYZE')
    return [...before, ...await plan(client, sql.dialect, planned, tables)]
  } finally {
    await client.end()
  }
}

async function plan (
  client: pg.Client, dialect: Dialect, planned: readonly Statement[], tables: readonly string[]
): Promise<Read[]> {
  const read: Read[] = []
  for (const { name, text } of planned) {
    // If there is an index, it is used then.
    await client.query(`SET enable_seqscan = ${name in readsMuch ? 'off' : 'on'}`)
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text(dialect)}`)
      for (const { 'QUERY PLAN': line } of rows) {
        const table = /Seq Scan on (\w+)/.exec(line)?.[1]
        if (table !== undefined && tables.includes(table)) read.push({ name, part: line.trim() })
      }
    } catch (error) {
      if (!isOtherDialect(error)) throw error
    }
  }
  return read
}

/**
 * Prepares the statements in one session while its tables are small, and then fills the tables. PostgreSQL keeps the
 * plans until the tables are analysed again. Returns the parts of the plans that read a whole table.
 */
async function readByOldPlans (
  url: string, dialect: Dialect, planned: readonly Statement[], tables: readonly string[]
): Promise<Read[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(setForSession)
    await client.query('SET plan_cache_mode = force_generic_plan')
    for (const table of tables) {
      await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
      await fill(client, table, FEW_ROWS)
    }
    await client.query('ANALYZE')
    const prepared = new Map<string, string>()
    for (const [index, { name, text }] of planned.entries()) {
      try {
        await client.query(`PREPARE planned_${index} AS ${text(dialect)}`)
        const { rows: [row] } = await client.query<{ count: number }>(
          'SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = $1', [`planned_${index}`]
        )
        const nulls = Array(row!.count).fill('NULL').join()
        const execute = `EXPLAIN EXECUTE planned_${index}${nulls === '' ? '' : `(${nulls})`}`
        await client.query(execute)
        prepared.set(name, execute)
      } catch (error) {
        if (!isOtherDialect(error)) throw error
      }
    }
    for (const table of tables) await fill(client, table, ROWS)
    const read: Read[] = []
    for (const [name, execute] of prepared) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(execute)
      const lines = rows.map((row) => row['QUERY PLAN'])
      read.push(...wholeReads(lines, tables).map((part) => ({ name, part })))
    }
    return read
  } finally {
    await client.end()
  }
}

/**
 * The parts of a plan that read a whole table, or that walk through a whole index although another index would find
 * the rows.
 */
function wholeReads (lines: readonly string[], tables: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    const [, scan, table] = /(Seq Scan|Index (?:Only )?Scan(?: Backward)? using \w+) on (\w+)/.exec(line) ?? []
    if (table === undefined || !tables.includes(table)) return []
    const [condition = '', filter = ''] = ['Index Cond: ', 'Filter: '].map((name) =>
      lines.slice(index + 1, index + 4).find((detail) => detail.trim().startsWith(name))
    )
    const isWalk = !condition.includes('= ') && /_id = \$/.test(filter)
    return scan === 'Seq Scan' || isWalk ? [line.trim()] : []
  })
}
