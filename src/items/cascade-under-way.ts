import { statement } from '../database/sql.js'
import type { Transaction } from '../core/transact.js'
import type { ItemKind } from './kinds.js'
import type { AssetRow, ProjectRow } from './rows.js'
import { isWithin } from './tree.js'

/**
 * The mark of a trash, restore or delete of a project that is too large for one transaction (src/trash/cascades.ts).
 * From its first transaction to its last the tree below the project keeps its shape: requests that would change the
 * place or the state of an item in it wait for its end. So it seems to have happened at once.
 */
export interface Cascade {
  readonly id: string
  /**
   * `restore` restores a whole cohort, `restore_below` the part of a cohort below a project that was trashed with it.
   */
  readonly kind: 'trash' | 'restore' | 'restore_below' | 'purge'
  readonly project_id: string
  /** The cohort that is trashed or restored. A purge has none. */
  readonly cohort_id: string | null
  /** The user who asked for it. */
  readonly user_id: number
}

/**
 * Thrown if a cascade has to end first. Nothing has been changed: the caller of the transaction waits, and tries again.
 */
export class CascadeUnderWay extends Error {
  constructor (readonly cascade: Cascade) {
    super('A cascade is under way')
  }
}

/** $1 account */
const find = statement<Cascade>(
  'cascades_find',
  () => 'SELECT id, kind, project_id, cohort_id, user_id FROM cascades WHERE account_id = $1'
)

/** The running cascade of the caller's account: there is one at most. */
export async function findCascade ({ sql, caller }: Transaction): Promise<Cascade | undefined> {
  return sql.first(find, [caller.accountId])
}

/**
 * Makes sure that no cascade concerns a locked item, or its new project; with `whole`, nor the items below it. Throws
 * CascadeUnderWay. Call it after the item is locked: a cascade that begins later will wait for the lock.
 */
export async function requireNoCascade<Row extends AssetRow | ProjectRow> (
  kind: ItemKind<Row>,
  tx: Transaction,
  row: Row,
  { targetId = null, whole = false }: { targetId?: string | null, whole?: boolean } = {}
): Promise<void> {
  const cascade = await findCascade(tx)
  if (cascade === undefined) return
  if (isOfCohort(row, cascade)) throw new CascadeUnderWay(cascade)
  for (const place of [kind.type === 'project' ? row.id : row.project_id, targetId]) {
    if (place !== null && await isWithin(tx, place, cascade.project_id)) throw new CascadeUnderWay(cascade)
  }
  if (whole && await isWithin(tx, cascade.project_id, row.id)) throw new CascadeUnderWay(cascade)
}

/** Whether an item is one of those that the cascade trashes or restores, wherever it is. */
export function isOfCohort (row: AssetRow | ProjectRow, cascade: Cascade): boolean {
  return row.cohort_id !== null && row.cohort_id === cascade.cohort_id
}
