import type { Release } from '../core/release.js'
import { statement } from '../database/sql.js'

/** $1 account, $2 JSON list of assets */
const forgetAssets = statement('arrivals_forget_assets', (sql) => `
  UPDATE arrivals SET asset_id = NULL WHERE account_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)

/**
 * What has come stays known while its file is there, so that it does not come again. A drop folder keeps the id of a
 * project that is deleted for good, and halts.
 */
export const dropFolderRelease: Release = {
  async before (tx, type, items) {
    if (type !== 'asset') return
    await tx.sql.run(forgetAssets, [tx.caller.accountId, JSON.stringify(items.map(({ id }) => id))])
  }
}
