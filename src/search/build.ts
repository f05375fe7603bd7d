import { newId } from '../basics/ids.js'
import { groupBy } from '../basics/group-by.js'
import { systemCaller } from '../core/caller.js'
import { statement } from '../database/sql.js'
import type { Transact, Transaction } from '../core/transact.js'
import { assetShape, projectShape } from '../items/rows.js'
import { fitting, type Size } from '../work/pieces/fitting.js'
import { doPieces } from '../work/pieces/pieces.js'
import { IN_ONE_TRANSACTION, indexItems } from './indexing.js'
import { INDEX_VERSION, readState, storeState, type BuildState, type IndexState } from './state.js'
import { clearIndex } from './write.js'

const count = statement(
  'search_count_items',
  () => 'SELECT (SELECT count(*) FROM assets) + (SELECT count(*) FROM projects) AS total'
)

const list = (table: 'assets' | 'projects', bytes: string) => statement(`search_list_${table}`, () => `
  SELECT id, account_id, ${bytes} AS bytes FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`)

/** $1 after this id, $2 limit: items of all accounts */
const listItems = {
  asset: list('assets', assetShape.bytesWithValues('assets')),
  project: list('projects', projectShape.bytesWithValues('projects'))
}

const operator = systemCaller()

/**
 * Builds the missing part of the index, in transactions that may alternate between processes. Writes during the build
 * update the index themselves. Returns whether it is complete; false after the signal.
 */
export async function buildIndex (
  { transact }: { transact: Transact }, signal?: AbortSignal, report?: (state: IndexState) => void
): Promise<boolean> {
  return doPieces(async () => {
    const state = await transact(operator, buildPiece, { long: true })
    report?.(state)
    return state.built ? 'done' : 'more'
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
  const { total } = (await sql.first<{ total: number }>(count, []))!
  const state: BuildState = {
    version: INDEX_VERSION, build: newId(), built: false, type: 'asset', after: '', indexed: 0, total
  }
  await clearIndex(sql)
  await storeState(sql, state)
  return state
}

async function buildPiece (tx: Transaction): Promise<IndexState> {
  const state = await readState(tx.sql, { locked: true })
  if (state === null) return startBuild(tx)
  if (state.built) return state
  const { build, type, after, indexed } = state
  const listed = await tx.sql.all<Size & { account_id: number }>(listItems[type], [after, IN_ONE_TRANSACTION.items])
  const items = listed.slice(0, fitting(listed, IN_ONE_TRANSACTION).length)
  for (const [accountId, rows] of groupBy(items, ({ account_id: accountId }) => accountId)) {
    await indexItems(tx.sql, accountId, type, rows.map(({ id }) => id), { isLocked: false })
  }

  const next: IndexState = items.length > 0
    ? { ...state, after: items.at(-1)!.id, indexed: indexed + items.length }
    : type === 'asset' ? { ...state, type: 'project', after: '' } : { version: INDEX_VERSION, build, built: true }
  await storeState(tx.sql, next)
  return next
}
