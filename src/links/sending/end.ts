import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { removeLoose } from '../../media/loose-files.js'

/** $1 account, $2 JSON list of links */
const lockOpen = statement<{ id: string }>('link_uploads_open', (sql) => `
  SELECT id FROM uploads WHERE account_id = $1 AND ${sql.among('id', `
    SELECT upload_id FROM link_uploads WHERE ${sql.among('link_id', sql.integers('$2'))} AND has_come = FALSE`)}
    AND status = 'open' ORDER BY id ${sql.forUpdate}`)

/** Ends what guests are sending by links whose rows are locked. What has come whole stays. */
export async function endUploadsOf (tx: Transaction, linkIds: readonly number[]): Promise<void> {
  if (linkIds.length === 0) return
  const open = await tx.sql.all(lockOpen, [tx.caller.accountId, JSON.stringify(linkIds)])
  if (open.length > 0) await removeLoose(tx, open.map(({ id }) => id))
}
