import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { weigh } from '../lines/load.js'
import { IN_ONE_TRANSACTION, indexItems } from '../search/indexing.js'
import { readState } from '../search/state.js'
import { piecesOf } from '../work/pieces/fitting.js'
import type { RepairOptions } from './history.js'
import { readProgress, storeProgress } from './progress.js'

/** Items per statement. */
const LOOKED_AT_ONCE = 5000

const list = (table: 'assets' | 'projects') => statement(`repairs_${table}`, () => `
  SELECT id, account_id, (SELECT item_id FROM search_items WHERE item_id = ${table}.id) AS item_id
  FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`)

/** $1 after this id, $2 limit: of all accounts, each with its id in the index or null */
const lists = { asset: list('assets'), project: list('projects') }

interface ListedItem {
  readonly id: string
  readonly account_id: number
  readonly item_id: string | null
}

const system = systemCaller()

/** Finds items without their entry in the search index, and indexes them. Gives how many. */
export function createItemsRepair ({ database, transact }: { database: Database, transact: Transact }) {
  const sql = database.longReads(system.userId)

  async function index (type: 'asset' | 'project', items: readonly ListedItem[]): Promise<void> {
    for (const accountId of new Set(items.map((item) => item.account_id))) {
      const ids = items.filter((item) => item.account_id === accountId).map(({ id }) => id)
      for (const some of piecesOf(await weigh(sql, accountId, { type, ids }, 'any'), IN_ONE_TRANSACTION)) {
        await transact(system, (tx) => indexItems(tx.sql, accountId, type, some, { isLocked: false }), { long: true })
      }
    }
  }

  return async function run ({ signal, heartbeat, settledBefore }: RepairOptions): Promise<number> {
    // While it is built, whatever is not in it yet comes into it anyway.
    if ((await readState(sql))?.built !== true) return 0
    const known = await readProgress(sql, 'repaired_items')
    const reached = { ...known }
    let repaired = 0
    for (const type of ['asset', 'project'] as const) {
      for (let after = known[type], isMore = true; isMore;) {
        if (signal.aborted) return repaired
        const items = await sql.all<ListedItem>(lists[type], [after, LOOKED_AT_ONCE])
        const missing = items.filter((item) => item.item_id === null)
        await index(type, missing)
        repaired += missing.length
        after = items.at(-1)?.id ?? after
        reached[type] = items.findLast(({ id }) => id < settledBefore)?.id ?? reached[type]
        isMore = items.length === LOOKED_AT_ONCE
        heartbeat()
      }
    }
    if (reached.asset !== known.asset || reached.project !== known.project) {
      await transact(system, async (tx) => storeProgress(tx.sql, 'repaired_items', reached))
    }
    return repaired
  }
}

export type ItemsRepair = ReturnType<typeof createItemsRepair>
