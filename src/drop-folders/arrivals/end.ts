import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import type { DropFolderRow } from '../definitions/rows.js'
import { REMEMBERED_MS } from './fail.js'
import { ARRIVALS_JOB, endArrival, isUpload, type ArrivalRow } from './rows.js'
import { stemKeyOf } from './sidecars.js'
import { tellOfGuest } from './told.js'

export interface End {
  readonly status: 'done' | 'duplicate'
  readonly assetId: string
  readonly projectId: string | null
  readonly sha256: string
}

/** A file is in. What becomes of its source is done next. */
export async function end (
  tx: Transaction, folder: DropFolderRow, row: ArrivalRow, { status, assetId, projectId, sha256 }: End
): Promise<void> {
  const isOver = folder.afterwards === 'keep' || folder.location === null || isUpload(row)
  const sweepAt = new Date(tx.time.getTime() + REMEMBERED_MS)
  const times = [toDatabase(tx.time), toDatabase(sweepAt), isOver ? null : toDatabase(tx.time)]
  const values = [status, assetId, projectId, sha256, ...times, stemKeyOf(row.path)]
  await tx.sql.run(endArrival, [row.id, row.account_id, ...values])
  if (!isOver) tx.wake(ARRIVALS_JOB)
  if (row.link_id !== null) await tellOfGuest(tx, folder, row, row.link_id, row.guest ?? undefined)
}
