import type { Claim } from '../../work/claims/claim.js'
import { dueRows } from '../../work/claims/due-rows.js'
import type { Transaction } from '../../core/transact.js'
import { fileColumns, type FileRow } from '../rows.js'

/** Files that are to be brought in. */
export const dueFiles = dueRows<FileRow>({
  table: 'media_files',
  columns: fileColumns,
  onClaim: "status = 'ingesting'",
  afterClaim: touchAsset
})

/** How a file stands has changed, of which no event tells. */
export function touchAsset (tx: Transaction, { account_id: accountId, asset_id: id }: FileRow): void {
  for (const consumer of tx.consumers) consumer.touch?.('asset', id, accountId)
}

/** A file that this process has taken up. What becomes of it happens in the name of who attached it. */
export type IngestClaim = Claim<FileRow>
