import type { Release } from '../core/release.js'
import { statement } from '../database/sql.js'
import { LOOSE_FILE } from '../media/loose-files.js'
import { UPLOADED } from './arrivals/rows.js'

/** $1 account, $2 JSON list of assets */
const forgetAssets = statement('arrivals_forget_assets', (sql) => `
  UPDATE arrivals SET asset_id = NULL WHERE account_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))}`)

/** $1 account, $2 JSON list of files */
const removeUploads = statement('arrivals_remove_uploads', (sql) => `
  DELETE FROM arrivals WHERE account_id = $1 AND ${sql.among('file_id', sql.strings('$2'))} AND state = '${UPLOADED}'`)

/**
 * What has come stays known while its file is there, so that it does not come again. A drop folder keeps the id of a
 * project that is deleted for good, and halts. An upload that ends before its file is there takes its arrival along.
 */
export const dropFolderRelease: Release = {
  async before (tx, type, items) {
    if (type !== 'asset') return
    await tx.sql.run(forgetAssets, [tx.caller.accountId, JSON.stringify(items.map(({ id }) => id))])
  },
  async ofDomain (tx, type, ids) {
    if (type === LOOSE_FILE) await tx.sql.run(removeUploads, [tx.caller.accountId, JSON.stringify(ids)])
  }
}
