import type { Consumer } from '../core/events/consumer.js'
import type { Release } from '../core/release.js'
import { approvalsOfRemoved, removeOfRemovedUsers } from './of-removed.js'
import { removeApprovalsOfAssets, resetApprovals } from './rows.js'

/**
 * Another file of an asset, a new one or a version that was restored, makes all its approvals pending, and removes
 * those of removed users. The same file again, which was removed, leaves them as they are.
 */
export const approvalReset: Consumer = {
  open: () => ({
    async collect (tx, events) {
      for (const { event, sameFile = false, targets: { asset_id: assetId } } of events) {
        if (event !== 'ASSET_FINISHED_INGEST' || sameFile || typeof assetId !== 'string') continue
        await removeOfRemovedUsers(tx, assetId)
        await tx.sql.run(resetApprovals, [assetId, tx.caller.accountId])
      }
    },
    finish () {}
  })
}

/** Removes the approvals of assets that are deleted for good. */
export const approvalRelease: Release = {
  async before (tx, type, items) {
    if (type !== 'asset') return
    await tx.sql.run(removeApprovalsOfAssets, [tx.caller.accountId, JSON.stringify(items.map(({ id }) => id))])
  },
  ofRemoved: approvalsOfRemoved
}
