import type pg from 'pg'
import { statement, type Sql } from '#src/database/sql.js'

/** Tables of few rows, with the bound. Every other table of the schema grows, and is read by an index. */
export const fewRows: Readonly<Record<string, string>> = {
  _prisma_migrations: 'one for each migration',
  database_release: 'one',
  processes: 'one for each service that runs, or was killed within the last hour',
  settings: 'one for each setting that the service makes for itself',
  search_state: 'one for each thing that the index notes of itself',
  workers: 'one for each process that runs, or was killed some minutes ago',
  cascades: 'one for each account in which a large trash, restore or delete is under way',
  field_removals: 'one for each group or field whose values are being removed',
  user_removals: 'one for each user who was removed and whose things are being given away',
  search_refreshes: 'one for each field that was changed, until its values are indexed again',
  webhook_leftovers: 'one for each webhook that was deleted and is being removed'
}

/** Growing tables of which an account has few rows, with the bound: in the test each row has an account of its own. */
export const fewOfAccount: Readonly<Record<string, string>> = {
  media_usage: 'one',
  webhooks: '1,000',
  webhook_states: 'one for each webhook',
  field_groups: '1,000',
  fields: 'some hundred of a group',
  links: '10,000',
  private_projects: 'some hundred',
  actions: '100, and those that were deleted a while ago',
  action_triggers: 'some hundred',
  user_groups: '1,000',
  drop_folders: '100, and those that were removed a while ago'
}

const tablesOfDatabase = statement<{ name: string }>('', ({ name }) => name === 'sqlite'
  ? "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
  : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()')

/** The tables that grow with the use of the service. */
export async function growingTables (sql: Sql): Promise<string[]> {
  const rows = await sql.all(tablesOfDatabase, [])
  return rows.map(({ name }) => name).filter((name) => !(name in fewRows)).sort()
}

/** Columns that may be null, and rarely are. */
const mostlySet = new Set(['media_files.asset_id'])

/**
 * Adds rows of one account and one field group, or of as many accounts where each has few. All other values differ from
 * row to row. A column that may be null is null in nine of ten rows, unless most rows have it.
 */
export async function fill (client: pg.Client, table: string, count: number): Promise<void> {
  const { rows } = await client.query<{ name: string, type: string, nullable: string }>(
    `SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM information_schema.columns
      WHERE table_name = $1`, [table])
  const values = rows.map(({ name, type, nullable }) => {
    const isShared = (name === 'account_id' || name === 'field_group_id') && !(table in fewOfAccount)
    const value = isShared ? '1' : valueOf(type)
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
