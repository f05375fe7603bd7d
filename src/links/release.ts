import type { Release } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import { linksOfRemoved } from './of-removed.js'
import { releaseLinks, type TargetType } from './rows.js'
import { takeOutOfSelections } from './selection.js'

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
  },
  ofRemoved: linksOfRemoved
}
