import { attachFile } from '../../attachments/attachments.js'
import { whenReady } from '../../attachments/follow.js'
import { findSameAttachment } from '../../attachments/rows.js'
import type { Transaction } from '../../core/transact.js'
import { AssetNotFound, RoleRefused, TooMany } from '../../errors.js'
import { assetKind } from '../../items/kinds.js'
import { lockItem } from '../../items/require.js'
import { removeLoose, type Taken } from '../../media/loose-files.js'
import type { DropFolderRow } from '../definitions/rows.js'
import { end } from './end.js'
import { fail } from './fail.js'
import { markSidecar, type ArrivalRow } from './rows.js'

interface Sidecar {
  readonly assetId: string
  readonly fileId: string
  readonly sha256: string
}

/**
 * Makes the file of a sidecar an attachment of its clip's asset, which has the same bytes once. Null if the drop
 * folder's user may not: then it is a file as others are.
 */
export async function attachTo (
  tx: Transaction, folder: DropFolderRow, row: ArrivalRow, { assetId, fileId, sha256 }: Sidecar
): Promise<Taken | null> {
  const asset = await lockItem(assetKind, tx, assetId, 'change').catch((error: unknown) => {
    if (error instanceof AssetNotFound || error instanceof RoleRefused) return null
    throw error
  })
  if (asset === null || asset.cohort_id !== null) return null
  const ended = { assetId, projectId: asset.project_id, sha256 }
  const same = await tx.sql.first(findSameAttachment, [assetId, folder.account_id, sha256])
  if (same !== undefined) {
    await end(tx, folder, row, { ...ended, status: 'duplicate' })
    await removeLoose(tx, [fileId])
  } else {
    try {
      await attachFile(assetKind, tx, asset, fileId)
    } catch (error) {
      if (!(error instanceof TooMany)) throw error
      await fail(tx, row, error.message)
      await removeLoose(tx, [fileId])
      return 'released'
    }
    await end(tx, folder, row, { ...ended, status: 'done' })
  }
  await tx.sql.run(markSidecar, [row.id, row.account_id])
  return same === undefined ? whenReady(assetKind, tx, asset, fileId) : 'released'
}
