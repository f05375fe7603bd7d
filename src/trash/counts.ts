import { statement } from '../database/sql.js'
import type { AssetRow, ProjectRow } from '../items/rows.js'
import type { Transaction } from '../core/transact.js'

/**
 * A cohort stores its number of items. Otherwise the list of the trash would count up to a million items, restored ones
 * included.
 */

/** $1 account, $2 cohort, $3 change */
const add = statement(
  'cohorts_count_in',
  () => 'UPDATE trash_cohorts SET items = items + $3 WHERE account_id = $1 AND id = $2'
)

/** Adds items to the count of a cohort; null means none. */
export async function countIn (tx: Transaction, cohortId: string | null, items: number): Promise<void> {
  if (cohortId !== null) await tx.sql.run(add, [tx.caller.accountId, cohortId, items])
}

/** Subtracts items from the counts of their cohorts. */
export async function countOut (tx: Transaction, rows: ReadonlyArray<AssetRow | ProjectRow>): Promise<void> {
  const leaving = new Map<string, number>()
  for (const { cohort_id: id } of rows) if (id !== null) leaving.set(id, (leaving.get(id) ?? 0) + 1)
  // In one order, so that concurrent transactions do not deadlock.
  for (const [id, items] of [...leaving].sort(([a], [b]) => a < b ? -1 : 1)) {
    await tx.sql.run(add, [tx.caller.accountId, id, -items])
  }
}
