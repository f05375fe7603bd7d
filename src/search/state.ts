import { statement, type Sql } from '../database/sql.js'
import { SearchIndexBuilding } from '../errors.js'
import type { ItemType } from '../core/item-type.js'

/** Raised whenever the content of the index changes: indexes of other versions are rebuilt. */
export const INDEX_VERSION = 7

/** The state of the index in `search_state`. */
export type IndexState = BuiltState | BuildState

interface StateBase {
  readonly version: number
  /** The id of the build, so that a search notices one that begins and ends meanwhile. Older states have none. */
  readonly build?: string
}

interface BuiltState extends StateBase {
  readonly built: true
}

export interface BuildState extends StateBase {
  readonly built: false
  /** The type of items that is being indexed, in the order of ids. Assets come first. */
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

/** Null if the index was never built, or by another version. */
export async function readState (sql: Sql, { locked = false } = {}): Promise<IndexState | null> {
  const row = await sql.first<{ value: string }>(locked ? lock : find, [])
  const state = row === undefined ? null : JSON.parse(row.value) as IndexState
  return state?.version === INDEX_VERSION ? state : null
}

export async function storeState (sql: Sql, state: IndexState): Promise<void> {
  await sql.run(store, [JSON.stringify(state)])
}

/** Causes the index to be rebuilt. */
export async function forgetState (sql: Sql): Promise<void> {
  await sql.run(forget, [])
}

/** Returns the state of a complete index. Throws SearchIndexBuilding until it is complete. */
export async function requireIndex (sql: Sql): Promise<IndexState> {
  const state = await readState(sql)
  if (state?.built !== true) throw new SearchIndexBuilding(String(percentOf(state)))
  return state
}

/** Throws SearchIndexBuilding if the index is no longer the one of `before`: a rebuild has emptied it. */
export async function requireSameIndex (sql: Sql, before: IndexState): Promise<void> {
  const { build } = await requireIndex(sql)
  if (build !== before.build) throw new SearchIndexBuilding('99')
}

/** Percent, rounded down: 100 means complete. */
export function percentOf (state: IndexState | null): number {
  if (state === null) return 0
  return state.built ? 100 : Math.min(99, Math.floor(state.indexed / Math.max(1, state.total) * 100))
}
