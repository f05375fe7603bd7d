import type { Release } from '../core/release.js'
import type { Transaction } from '../core/transact.js'
import { releaseLinks, type LinkType } from './rows.js'

async function release (
  { sql, caller }: Transaction, type: LinkType, ids: ReadonlyArray<string | number>
): Promise<void> {
  await sql.run(releaseLinks[type], [caller.accountId, JSON.stringify(ids)])
}

/** Ends the links of what is deleted for good. */
export const linkRelease: Release = {
  before: (tx, type, items) => release(tx, type, items.map(({ id }) => id)),
  collection: (tx, id) => release(tx, 'collection', [id])
}
