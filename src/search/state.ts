import { statement, type Sql } from '../database/sql.js'
import { SearchIndexBuilding } from '../errors.js'
import type { ItemType } from './entry.js'

/** Goes up whenever other things are indexed, or in another way: the index of an older version is built anew. */
export const INDEX_VERSION = 3

/** How far the index is, as `search_state` has it. */
export type IndexState = { readonly version: number, readonly built: true } | BuildState

export interface BuildState {
  readonly version: number
  readonly built: false
  /** What is being indexed, in order of ids: assets first. */
  readonly type: ItemType
  readonly after: string
  readonly indexed: number
  readonly total: number
}

const NAME = 'search_index'

const find = statement('search_state', () => `SELECT value FROM search_state WHERE name = '${NAME}'`)
const lock = statement(
  'search_state_lock',
  (sql) => `SELECT value FROM search_state WHERE name = '${NAME}' ${sql.forUpdate}`
)
const store = statement('search_state_store', () => `
  INSERT INTO search_state (name, value) VALUES ('${NAME}', $1) ON CONFLICT (name) DO UPDATE
    SET value = excluded.value`)

const forget = statement('search_state_forget', () => `DELETE FROM search_state WHERE name = '${NAME}'`)

/** Null where the index was never built, or by another version. */
export async function readState (sql: Sql, { locked = false } = {}): Promise<IndexState | null> {
  const row = await sql.first<{ value: string }>(locked ? lock : find, [])
  const state = row === undefined ? null : JSON.parse(row.value) as IndexState
  return state?.version === INDEX_VERSION ? state : null
}

export async function storeState (sql: Sql, state: IndexState): Promise<void> {
  await sql.run(store, [JSON.stringify(state)])
}

/** Has the index built anew. */
export async function forgetState (sql: Sql): Promise<void> {
  await sql.run(forget, [])
}

/** Throws SearchIndexBuilding until the index knows every item. */
export async function requireIndex (sql: Sql): Promise<void> {
  const state = await readState(sql)
  if (state?.built !== true) throw new SearchIndexBuilding(String(percentOf(state)))
}

/** Whole percents: 100 when it is done, and not before. */
export function percentOf (state: IndexState | null): number {
  if (state === null) return 0
  return state.built ? 100 : Math.min(99, Math.floor(state.indexed / Math.max(1, state.total) * 100))
}
