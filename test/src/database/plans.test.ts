import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { statement, statements, type Dialect, type Sql, type Statement } from '#src/database/sql.js'
import { setForSession } from '#src/database/postgresql/pool.js'
import { createWorld, onBothDatabases } from '../../helper/app.js'

/** The tables that grow with the use of the service. */
const tables = [
  'assets', 'projects', 'project_members', 'external_ids', 'trash_cohorts', 'history', 'changes', 'change_inbox',
  'search_items', 'field_values', 'media_files', 'media_blobs', 'media_removals', 'media_downloads', 'webhook_events',
  'webhook_waiting', 'webhook_queue', 'webhook_retries', 'webhook_attempts', 'idempotency_keys', 'import_chunks',
  'import_errors', 'import_notes', 'comments', 'approvals', 'favorites', 'notifications'
]
/** Enough for PostgreSQL to choose an index, unless it overestimates a list or a `LIMIT`. */
const ROWS = 10_000
/** So few that reading all of them is the cheapest. */
const FEW_ROWS = 20

const exempt = new Set([
  // Reads everything on purpose.
  'search_verify_orphans', 'search_verify_halves', 'search_count_items', 'search_remove_all', 'export_count',
  // Metrics of queues.
  'media_files_waiting', 'media_removals_waiting', 'webhooks_metrics',
  // Lists of pairs. PostgreSQL looks them up one by one from about 40,000 rows on.
  'webhooks_delete_firsts', 'webhooks_delete_retries', 'webhooks_set_back',
  // Numbers the webhooks of each account in memory, with indexes that SQLite builds for the statement.
  'webhooks_claim',
  // The list of an account is read as a whole: bodies never wait there for long.
  'webhooks_find', 'webhooks_list'
])

/** Columns that may be null, and rarely are. */
const mostlySet = new Set(['media_files.asset_id'])

/** Statements that walk through all items once, piece by piece, whatever part of them is needed. */
const walking = new Set(['search_items_of_group'])

/** Statements with a plan: all but savepoints and changes of tables. */
const PLANNED = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/

onBothDatabases('Statements find their rows by an index, and do not read a whole table', async (t, { app, url }) => {
  await loadAll()
  const { sql } = app.database.reads
  const planned = statements.filter(({ name, text }) => !exempt.has(name) && PLANNED.test(text(sql.dialect)))
  const read = sql.dialect.name === 'sqlite' ? await readBySqlite(sql, planned) : await readByPostgresql(sql, url, planned)
  t.strictSame(read, [], 'no statement reads a whole table')
  t.ok(planned.length > 200, 'all statements are loaded')
  const names = statements.map(({ name }) => name)
  t.strictSame(names.filter((name, index) => names.indexOf(name) !== index), [], 'each name is unique')
})

t.test('Statements that were planned while the tables were small still use an index when the tables have grown', async (t) => {
  const { app, url } = await createWorld(t, 'postgresql')
  await loadAll()
  const { dialect } = app.database.reads.sql
  const planned = statements.filter(({ name, text }) =>
    !exempt.has(name) && !walking.has(name) && PLANNED.test(text(dialect))
  )
  t.strictSame(await readByOldPlans(url, dialect, planned), [])
})

/** Loads all modules that may have statements. Programs would start running. */
async function loadAll (): Promise<void> {
  const folder = join(projectRoot, 'dist', 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !/^(server\.js|cli\/)|(thread|worker)\.js$/.test(file))
  for (const file of files) await import(pathToFileURL(join(folder, file)).href)
}

async function readBySqlite (sql: Sql, planned: readonly Statement[]): Promise<string[]> {
  const read: string[] = []
  for (const { name, text } of planned) {
    const explained = statement('', (dialect) => `EXPLAIN QUERY PLAN ${text(dialect)}`)
    const numbers = [...text(sql.dialect).matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
    try {
      const rows = await sql.all<{ detail: string }>(explained, Array<null>(Math.max(0, ...numbers)).fill(null))
      for (const { detail } of rows) {
        const table = tableOf(text(sql.dialect), /^SCAN (\w+)$/.exec(detail)?.[1])
        if (table !== null || detail.includes('AUTOMATIC')) read.push(`${name}: ${detail}`)
      }
    } catch (error) {
      if (!/no such function: (pg_|nextval)|syntax error|no such table/.test((error as Error).message)) throw error
    }
  }
  return read
}

/** The table that grows, by its name in a statement. */
function tableOf (text: string, name: string | undefined): string | null {
  if (name === undefined) return null
  return tables.find((table) => table === name || new RegExp(`\\b${table}\\s+(AS\\s+)?${name}\\b`).test(text)) ?? null
}

/** The reads of whole tables, before PostgreSQL has analysed its tables and afterwards. */
async function readByPostgresql (sql: Sql, url: string, planned: readonly Statement[]): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const table of tables) await fill(client, table)
    const before = await plan(client, sql.dialect, planned)
    await client.query('ANALYZE')
    return [...before, ...await plan(client, sql.dialect, planned)]
  } finally {
    await client.end()
  }
}

async function plan (client: pg.Client, dialect: Dialect, planned: readonly Statement[]): Promise<string[]> {
  const read: string[] = []
  for (const { name, text } of planned) {
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text(dialect)}`)
      for (const row of rows) {
        const table = /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1]
        if (table !== undefined && tables.includes(table)) read.push(`${name}: ${row['QUERY PLAN'].trim()}`)
      }
    } catch (error) {
      if (!isOtherDialect(error)) throw error
    }
  }
  return read
}

/** Statements for SQLite use functions and tables that PostgreSQL does not have. */
function isOtherDialect (error: unknown): boolean {
  return /^42(703|883|P01)$/.test((error as { code: string }).code)
}

/**
 * Prepares the statements in one session while its tables are small, and then fills the tables. PostgreSQL keeps the
 * plans until the tables are analysed again. Returns the parts of the plans that read a whole table.
 */
async function readByOldPlans (url: string, dialect: Dialect, planned: readonly Statement[]): Promise<string[]> {
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
    for (const table of tables) await fill(client, table)
    const read: string[] = []
    for (const [name, execute] of prepared) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(execute)
      read.push(...wholeReads(rows.map((row) => row['QUERY PLAN'])).map((line) => `${name}: ${line}`))
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
function wholeReads (lines: readonly string[]): string[] {
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

/**
 * Adds rows of one account and one field group. All other values differ from row to row. A column that may be null is
 * null in nine of ten rows, unless most rows have it.
 */
async function fill (client: pg.Client, table: string, count = ROWS): Promise<void> {
  const { rows } = await client.query<{ name: string, type: string, nullable: string }>(
    `SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM information_schema.columns
      WHERE table_name = $1`, [table])
  const values = rows.map(({ name, type, nullable }) => {
    const value = name === 'account_id' || name === 'field_group_id' ? '1' : valueOf(type)
    return nullable === 'YES' && !mostlySet.has(`${table}.${name}`) ? `CASE WHEN g % 10 = 0 THEN ${value} END` : value
  })
  // Foreign keys do not matter here.
  await client.query('SET session_replication_role = replica')
  await client.query(`INSERT INTO ${table} (${rows.map(({ name }) => name).join()})
    SELECT ${values.join()} FROM generate_series(1, ${count}) AS g ON CONFLICT DO NOTHING`)
}

function valueOf (type: string): string {
  if (type === 'text') return "'x' || g"
  if (type === 'integer' || type === 'bigint' || type === 'double precision') return 'g'
  if (type === 'boolean') return 'g % 2 = 0'
  if (type === 'tsvector') return "array_to_tsvector(ARRAY['x' || g])"
  if (type === 'bytea') return "'x'"
  return "now() - g * interval '1 second'"
}
