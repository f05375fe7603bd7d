import type { Release } from '../core/release.js'
import { statement } from '../database/sql.js'
import { collectionsOfRemoved } from './delete.js'

/** $1 account, $2 JSON list of assets */
const takeOut = statement('collections_release', (sql) => `
  DELETE FROM collection_assets WHERE account_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)

/** Takes assets that are deleted for good out of all collections. */
export const collectionRelease: Release = {
  async before ({ sql, caller }, type, items) {
    if (type === 'asset') await sql.run(takeOut, [caller.accountId, JSON.stringify(items.map(({ id }) => id))])
  },
  ofRemoved: collectionsOfRemoved
}
