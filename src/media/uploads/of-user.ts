import { findEnabledUsers } from '../../access/enabled-users.js'
import { systemCaller } from '../../core/caller.js'
import type { Release } from '../../core/release.js'
import type { Transaction } from '../../core/transact.js'
import { mayChange } from '../../items/standing.js'
import { mayAddTo, removeLoose, type Holder } from '../loose-files.js'
import { cancelUploads, listOfUser, type UploadRow } from './rows.js'

/**
 * An upload acts in the name of the user who asked for its URL, and only as long as this user may do so. That of a
 * guest is of no user: what holds its file knows the guest.
 */

/** Whether that user may still add the file. */
export async function mayStill (
  { sql }: Transaction, { id, account_id: accountId, asset_id: assetId, user_id: userId }: UploadRow,
  holders: readonly Holder[]
): Promise<boolean> {
  const [user] = userId === 0
    ? [systemCaller({ id: accountId, name: '' })]
    : await findEnabledUsers(sql, accountId, [userId])
  if (user === undefined) return false
  return assetId === null ? mayAddTo(holders, sql, user, id) : mayChange('asset', sql, user, assetId)
}

/** Ends open uploads; what is loose goes with them. A job removes their temporary files. */
export async function endUploads (
  tx: Transaction, uploads: ReadonlyArray<Pick<UploadRow, 'id' | 'asset_id'>>
): Promise<void> {
  const idsOf = (isLoose: boolean) => uploads.filter((each) => (each.asset_id === null) === isLoose).map(({ id }) => id)
  if (idsOf(false).length > 0) await cancelUploads(tx, idsOf(false))
  if (idsOf(true).length > 0) await removeLoose(tx, idsOf(true))
}

/** A user has a thousand open uploads at most. */
export const uploadRelease: Release = {
  async ofUser (tx, userId) {
    await endUploads(tx, await tx.sql.all(listOfUser, [userId, tx.caller.accountId]))
  }
}
