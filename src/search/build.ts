import { newId } from '../basics/ids.js'
import { groupBy } from '../basics/group-by.js'
import { systemCaller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import type { Transact, Transaction } from '../core/transact.js'
import { assetShape, projectShape } from '../items/rows.js'
import { fitting, type Size } from '../work/pieces/fitting.js'
import { doPieces } from '../work/pieces/pieces.js'
import { IN_ONE_TRANSACTION, indexItems } from './indexing.js'
import {
  INDEX_VERSION, isCurrent, readState, storeState, type BuildState, type BuiltState, type IndexState, type Progress
} from './state.js'
import { clearIndex } from './write.js'

const count = statement<{ total: number }>(
  'search_count_items',
  () => 'SELECT (SELECT count(*) FROM assets) + (SELECT count(*) FROM projects) AS total'
)

const list = (
  table: 'assets' | 'projects', bytes: string
) => statement<Size & { account_id: number }>(`search_list_${table}`, () => `
  SELECT id, account_id, ${bytes} AS bytes FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`)

/** $1 after this id, $2 limit: items of all accounts */
const listItems = {
  asset: list('assets', assetShape.bytesWithValues('assets')),
  project: list('projects', projectShape.bytesWithValues('projects'))
}

const operator = systemCaller()

/**
 * Builds the missing part of the index, or renews entries of another version, in transactions that may alternate
 * between processes. Writes meanwhile update the index themselves. Returns whether it is done; false after the signal.
 */
export async function buildIndex (
  { transact }: { transact: Transact }, signal?: AbortSignal, report?: (state: IndexState) => void
): Promise<boolean> {
  return doPieces(async () => {
    const state = await transact(operator, buildPiece, { long: true })
    report?.(state)
    return isCurrent(state) ? 'done' : 'more'
  }, { signal })
}

/** Empties the index and builds it again. Searches are refused until it is complete. */
export async function rebuildIndex (
  { transact }: { transact: Transact }, report?: (state: IndexState) => void
): Promise<void> {
  await transact(operator, startBuild, { long: true })
  await buildIndex({ transact }, undefined, report)
}

async function startBuild ({ sql }: Transaction): Promise<BuildState> {
  await readState(sql, { locked: true })
  const state: BuildState = { version: INDEX_VERSION, build: newId(), built: false, ...await begin(sql) }
  await clearIndex(sql)
  await storeState(sql, state)
  return state
}

async function begin (sql: Sql): Promise<Progress> {
  return { type: 'asset', after: '', indexed: 0, total: await countItems(sql) }
}

/** The number of all items, which are or get entries. */
export async function countItems (sql: Sql): Promise<number> {
  return (await sql.first(count, []))!.total
}

async function buildPiece (tx: Transaction): Promise<IndexState> {
  const { sql } = tx
  const state = await readState(sql, { locked: true })
  if (state === null) return startBuild(tx)
  if (isCurrent(state)) return state
  const next = state.built ? await renewSome(sql, state) : await buildSome(sql, state)
  await storeState(sql, next)
  return next
}

/** A version that has begun the build may be older: what it has built is renewed after the end. */
async function buildSome (sql: Sql, state: BuildState): Promise<IndexState> {
  const { version, build } = state
  const progress = await indexSome(sql, state)
  return progress === null ? { version, build, built: true } : { ...state, ...progress }
}

/** Entries that are the same in this version are read only. */
async function renewSome (sql: Sql, { renewal, ...state }: BuiltState): Promise<BuiltState> {
  if (renewal?.version !== INDEX_VERSION) return { ...state, renewal: { version: INDEX_VERSION, ...await begin(sql) } }
  const progress = await indexSome(sql, renewal)
  return progress === null ? { ...state, version: INDEX_VERSION } : { ...state, renewal: { ...renewal, ...progress } }
}

/** Indexes the next items; null if there are none. */
async function indexSome (sql: Sql, { type, after, indexed, total }: Progress): Promise<Progress | null> {
  const listed = await sql.all(listItems[type], [after, IN_ONE_TRANSACTION.items])
  const items = listed.slice(0, fitting(listed, IN_ONE_TRANSACTION).length)
  for (const [accountId, rows] of groupBy(items, ({ account_id: accountId }) => accountId)) {
    await indexItems(sql, accountId, type, rows.map(({ id }) => id), { isLocked: false })
  }
  if (items.length > 0) return { type, after: items.at(-1)!.id, indexed: indexed + items.length, total }
  return type === 'asset' ? { type: 'project', after: '', indexed, total } : null
}
