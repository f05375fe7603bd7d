import { statement, type Dialect } from '../../database/sql.js'
import type { Release } from '../../core/release.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { cancelUploads } from '../uploads/rows.js'

const which = (sql: Dialect) =>
  `account_id = $1 AND ${sql.among('asset_id', sql.strings('$2'))} AND (CAST($3 AS text) IS NULL OR id < $3)`

/** $1 account, $2 JSON list of assets, $3 only files older than this one, or null, $4 time */
const handOver = statement('media_removals_insert', (sql) => `
  INSERT INTO media_removals (blob_id, created_at)
  SELECT blob_id, ${sql.moment('$4')} FROM media_files WHERE ${which(sql)}
    AND blob_id IS NOT NULL`)

/** $1 account, $2 JSON list of assets, $3 only files older than this one, or null */
const forget = statement(
  'media_files_remove',
  (sql) => `DELETE FROM media_files WHERE ${which(sql)}`
)

/** The same parameters: their bytes do not count any more. */
const countOut = statement('media_usage_release', (sql) => `
  UPDATE media_usage SET bytes = bytes - (SELECT CAST(COALESCE(SUM(total), 0) AS bigint) FROM media_files
    WHERE ${which(sql)} AND status = 'ready')
  WHERE account_id = $1`)

/** The same parameters but for the time */
const listStaged = statement('media_analyses_staged', (sql) => `
  SELECT staged FROM media_analyses WHERE staged IS NOT NULL
    AND ${sql.among('id', `SELECT id FROM media_files WHERE ${which(sql)}`)}`)

/** $1 key, $2 time */
const removeKey = statement('media_removals_insert_key', (sql) =>
  `INSERT INTO media_removals (key, created_at) VALUES ($1, ${sql.moment('$2')})`)

/** Queues stored objects for removal. */
export async function removeKeys (tx: Transaction, keys: readonly string[]): Promise<void> {
  for (const key of keys) await tx.sql.run(removeKey, [key, toDatabase(tx.time)])
}

/**
 * Takes files off assets that the caller has locked, with their unfinished uploads. The job of remove-unused.ts removes
 * their bytes. `before` spares the file of that id and newer ones.
 */
export async function releaseMedia (
  tx: Transaction, assetIds: readonly string[], before: string | null = null
): Promise<void> {
  const ids = JSON.stringify(assetIds)
  await tx.sql.run(handOver, [tx.caller.accountId, ids, before, toDatabase(tx.time)])
  const staged = await tx.sql.all<{ staged: string }>(listStaged, [tx.caller.accountId, ids, before])
  await removeKeys(tx, staged.flatMap((row) => JSON.parse(row.staged) as string[]))
  await tx.sql.run(countOut, [tx.caller.accountId, ids, before])
  await tx.sql.run(forget, [tx.caller.accountId, ids, before])
}

/** Releases the files of assets that are deleted for good. */
export const mediaRelease: Release = {
  async before (tx, type, items) {
    if (type !== 'asset') return
    const ids = items.map(({ id }) => id)
    await releaseMedia(tx, ids)
    await cancelUploads(tx, ids)
  }
}
