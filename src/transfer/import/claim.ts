import { findEnabledUsers } from '../../access/enabled-users.js'
import type { Caller } from '../../core/caller.js'
import { HOUR_MS } from '../../basics/units.js'
import type { Transaction } from '../../core/transact.js'
import type { Claim } from '../../work/claims/claim.js'
import { dueRows } from '../../work/claims/due-rows.js'
import { importColumns, type ImportRow } from './rows.js'

/** The longest that an import is received, or has its turn. */
export const LONGEST_MS = 2 * HOUR_MS

/** Imports to run, or to remove. */
export const dueImports = dueRows<ImportRow>({
  table: 'imports',
  columns: importColumns,
  longestMs: LONGEST_MS,
  onClaim: "status = CASE WHEN status = 'pending' THEN 'running' ELSE status END"
})

export type ImportClaim = Claim<ImportRow>

/** The caller in whose name an import writes. Null if that user may no longer write. */
export async function callerOf (
  tx: Transaction, { account_id: accountId, user_id: userId }: ImportRow
): Promise<Caller | null> {
  const [user = null] = await findEnabledUsers(tx.sql, accountId, [userId])
  return user
}
