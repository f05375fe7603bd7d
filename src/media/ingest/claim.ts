import type { Claim } from '../../work/claims/claim.js'
import { dueRows } from '../../work/claims/due-rows.js'
import { DAY_MS } from '../../basics/units.js'
import type { Transaction } from '../../core/transact.js'
import { fileColumns, type FileRow } from '../rows.js'

/** The name of the ingest job. */
export const INGEST_JOB = 'media-ingest'

/** Files that wait for their ingest. Senders have limits of their own, and a large file takes hours. */
export const dueFiles = dueRows<FileRow>({
  table: 'media_files',
  columns: fileColumns,
  longestMs: DAY_MS,
  onClaim: "status = 'ingesting'",
  afterClaim: touchAsset
})

/** Tells the consumers that the status of a file has changed: there is no event for it. */
export function touchAsset (tx: Transaction, { account_id: accountId, asset_id: id }: FileRow): void {
  if (id === null) return
  for (const consumer of tx.consumers) consumer.touch?.('asset', id, accountId)
}

/** A file that this process ingests, in the name of the user who attached it. */
export type IngestClaim = Claim<FileRow>
