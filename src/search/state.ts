import { statement, type Sql } from '../database/sql.js'
import { SearchIndexBuilding } from '../errors.js'
import type { ItemType } from '../core/item-type.js'

/**
 * Raised whenever the content of the index changes: entries of other versions are renewed in place, while searches go
 * on. An entry whose digest stays the same is not written again.
 */
export const INDEX_VERSION = 8
/** Raised when the tables have another form, or hold an entry in another way: the index is emptied and built again. */
const INDEX_FORM = 1

/** The state of the index in `search_state`. */
export type IndexState = BuiltState | BuildState

interface StateBase {
  /** The version of the oldest entries. */
  readonly version: number
  /** Older states have none: it is the first. */
  readonly form?: number
  /** The id of the build, so that a search notices one that begins and ends meanwhile. Older states have none. */
  readonly build?: string
}

/** How far a job has come that takes up all items, in the order of ids. Assets come first. */
export interface Progress {
  readonly type: ItemType
  readonly after: string
  readonly indexed: number
  readonly total: number
}

export interface BuiltState extends StateBase {
  readonly built: true
  /** Present while the entries are renewed to this version. */
  readonly renewal?: Progress & { readonly version: number }
}

export interface BuildState extends StateBase, Progress {
  readonly built: false
}

const NAME = 'search_index'

const find = statement<{ value: string }>('search_state', () => `SELECT value FROM search_state WHERE name = '${NAME}'`)
const lock = statement<{ value: string }>(
  'search_state_lock',
  (sql) => `SELECT value FROM search_state WHERE name = '${NAME}' ${sql.forUpdate}`
)
const store = statement('search_state_store', () => `
  INSERT INTO search_state (name, value) VALUES ('${NAME}', $1) ON CONFLICT (name) DO UPDATE
    SET value = excluded.value`)

const forget = statement('search_state_forget', () => `DELETE FROM search_state WHERE name = '${NAME}'`)

/** Null if the index was never built, or has another form. */
export async function readState (sql: Sql, { locked = false } = {}): Promise<IndexState | null> {
  const row = await sql.first(locked ? lock : find, [])
  const state = row === undefined ? null : JSON.parse(row.value) as IndexState
  return state !== null && (state.form ?? 1) === INDEX_FORM ? state : null
}

export async function storeState (sql: Sql, state: IndexState): Promise<void> {
  await sql.run(store, [JSON.stringify({ ...state, form: INDEX_FORM })])
}

/** Whether there is nothing to build and nothing to renew. */
export function isCurrent (state: IndexState | null): boolean {
  return state?.built === true && state.version === INDEX_VERSION
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
