import type { Release } from '../core/release.js'
import { cancelEject, listOfDropFolder, listOfUser } from './cancel.js'

/**
 * A file of an asset that is deleted for good keeps its id: it is asked for again, and fails. The ejects of a removed
 * drop folder, and those of a disabled user, end as cancelled.
 */
export const ejectRelease: Release = {
  async before () {},
  async ofDomain (tx, type, ids) {
    if (type !== 'drop_folder') return
    for (const dropFolderId of ids) {
      const open = await tx.sql.all(listOfDropFolder, [Number(dropFolderId), tx.caller.accountId])
      for (const { id } of open) await cancelEject(tx, id)
    }
  },
  async ofUser (tx, userId) {
    for (const { id } of await tx.sql.all(listOfUser, [userId, tx.caller.accountId])) await cancelEject(tx, id)
  }
}
