import { statement, type Sql } from '../database/sql.js'

/** How far the history was compared with the changes. */
export interface HistoryProgress {
  /** Every entry up to this one has its change. */
  readonly after: string
  /** The number of entries up to there. */
  readonly count: number
  /** The number of changes whose entries are gone. */
  readonly surplus: number
}

/** The ids up to which items were compared with the search index. */
export interface ItemsProgress {
  readonly asset: string
  readonly project: string
}

interface AllProgress {
  readonly repaired_history: HistoryProgress
  readonly repaired_items: ItemsProgress
}

const beginnings: AllProgress = {
  repaired_history: { after: '', count: 0, surplus: 0 },
  repaired_items: { asset: '', project: '' }
}

const find = statement('repairs_progress', () => 'SELECT value FROM settings WHERE name = $1')
const hold = statement('repairs_hold', (sql) => `SELECT value FROM settings WHERE name = $1 ${sql.forUpdate}`)
const begin = statement(
  'repairs_begin',
  () => 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING'
)
const store = statement('repairs_store', () => `
  INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`)

/** Later starts continue from here. */
export async function readProgress<Name extends keyof AllProgress> (sql: Sql, name: Name): Promise<AllProgress[Name]> {
  const row = await sql.first<{ value: string }>(find, [name])
  return row === undefined ? beginnings[name] : JSON.parse(row.value) as AllProgress[Name]
}

export async function storeProgress<Name extends keyof AllProgress> (
  sql: Sql, name: Name, progress: AllProgress[Name]
): Promise<void> {
  await sql.run(store, [name, JSON.stringify(progress)])
}

/** Makes processes that repair the same thing wait for each other, until the transaction ends. */
export async function holdProgress (sql: Sql, name: keyof AllProgress): Promise<void> {
  await sql.run(begin, [name, JSON.stringify(beginnings[name])])
  await sql.first(hold, [name])
}
