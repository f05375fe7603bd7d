import type { Release } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { linksOfRemoved } from './of-removed.js'
import { releaseLinks, type TargetType } from './rows.js'
import { takeOutOfSelections } from './selection.js'
import { endUploadsOf } from './sending/end.js'

/** $1 account, $2 JSON list of drop folders: nobody begins an upload by them meanwhile */
const lockLinksOfFolders = statement<{ id: number }>('links_lock_of_drop_folders', (sql) => `
  SELECT id FROM links WHERE account_id = $1 AND ${sql.among('drop_folder_id', sql.integers('$2'))}
  ORDER BY id ${sql.forUpdate}`)

async function release ({ sql, caller }: Transaction, type: TargetType, ids: readonly string[]): Promise<void> {
  await sql.run(releaseLinks[type], [caller.accountId, JSON.stringify(ids)])
}

/** Ends the links of what is deleted for good. */
export const linkRelease: Release = {
  async before (tx, type, items) {
    const ids = items.map(({ id }) => id)
    if (type === 'asset') await takeOutOfSelections(tx, ids)
    await release(tx, type, ids)
  },
  async ofDomain (tx, type, ids) {
    if (type === 'collection') await release(tx, type, ids)
    if (type !== 'drop_folder' && type !== 'public_drop_folder') return
    const links = await tx.sql.all(lockLinksOfFolders, [tx.caller.accountId, JSON.stringify(ids)])
    await endUploadsOf(tx, links.map(({ id }) => id))
    await release(tx, 'drop_folder', ids)
  },
  ofRemoved: linksOfRemoved
}
