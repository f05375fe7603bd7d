import type { Release } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import { releaseLinks, type LinkType } from './rows.js'

async function release ({ sql, caller }: Transaction, type: LinkType, ids: readonly string[]): Promise<void> {
  await sql.run(releaseLinks[type], [caller.accountId, JSON.stringify(ids)])
}

/** Ends the links of what is deleted for good. */
export const linkRelease: Release = {
  before: (tx, type, items) => release(tx, type, items.map(({ id }) => id)),
  async ofDomain (tx, type, id) {
    if (type === 'collection') await release(tx, type, [id])
  }
}
