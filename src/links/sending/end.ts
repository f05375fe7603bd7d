import type { Transaction } from '../../core/transact.js'
import { statement, type Dialect } from '../../database/sql.js'
import { removeLoose } from '../../media/loose-files.js'

/** Locks the uploads of a selection alone: who ends one locks it before the row by which it counts. */
export const lockOf = (sql: Dialect) => sql.forUpdate === '' ? '' : `${sql.forUpdate} OF upload`

/** $1 account, $2 JSON list of links */
const lockOpen = statement<{ id: string }>('link_uploads_open', (sql) => `
  SELECT upload.id FROM link_uploads AS sent JOIN uploads AS upload ON upload.id = sent.upload_id
  WHERE sent.account_id = $1 AND ${sql.among('sent.link_id', sql.integers('$2'))} AND upload.status = 'open'
  ORDER BY upload.id ${lockOf(sql)}`)

/** Ends what guests are sending by links whose rows are locked. What has come whole stays. */
export async function endUploadsOf (tx: Transaction, linkIds: readonly number[]): Promise<void> {
  if (linkIds.length === 0) return
  const open = await tx.sql.all(lockOpen, [tx.caller.accountId, JSON.stringify(linkIds)])
  if (open.length > 0) await removeLoose(tx, open.map(({ id }) => id))
}
