import { statement, type Dialect, type SqlValue, type Statement } from '../../database/sql.js'
import type { Release } from '../../core/release.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { cancelUploadsOfAssets } from '../uploads/rows.js'

/** $1 key, $2 time, $3 asset */
const removeKey = statement('media_removals_insert_key', (sql) =>
  `INSERT INTO media_removals (key, created_at, asset_id) VALUES ($1, ${sql.moment('$2')}, $3)`)

/** Queues stored objects for removal. `assetId` is the asset that is told when they are gone. */
export async function removeKeys (
  tx: Transaction, keys: readonly string[], assetId: string | null = null
): Promise<void> {
  for (const key of keys) await tx.sql.run(removeKey, [key, toDatabase(tx.time), assetId])
}

/** The rows of work on files, each with its keys that are being stored. */
const works = ['media_analyses', 'media_renderings'] as const

/** The statements that are the last of a release. */
type Ending = (name: string, condition: (sql: Dialect) => string) => Statement[]

/** The rows of the files go, with those of the work on them. */
const forget: Ending = (name, condition) =>
  [statement(`media_files_remove${name}`, (sql) => `DELETE FROM media_files WHERE ${condition(sql)}`)]

/**
 * What was made of the files stays. Work on them that is under way ends: it finds no row, or has lost it, and what it
 * has made goes.
 */
const keepMade: Ending = (name, condition) => [
  ...works.flatMap((table) => {
    const those = (sql: Dialect) => sql.among('id', `SELECT id FROM media_files WHERE ${condition(sql)}`)
    return [
      statement(`${table}_drop${name}`, (sql) =>
        `DELETE FROM ${table} WHERE ${those(sql)} AND status IN ('pending', 'running')`),
      statement(`${table}_end${name}`, (sql) => `
        UPDATE ${table} SET due_at = NULL, lease_token = NULL, staged = NULL, backlog = false WHERE ${those(sql)}`)
    ]
  }),
  statement(`media_files_end${name}`, (sql) => `UPDATE media_files SET status = 'removed' WHERE ${condition(sql)}`)
]

/**
 * Takes files off assets that the caller has locked. The job of remove-unused.ts removes their bytes. $1 is the account
 * in the condition, `count` values follow.
 */
function releaseBy (name: string, count: number, which: (sql: Dialect) => string, ending = forget) {
  const condition = (sql: Dialect) => `account_id = $1 AND ${which(sql)}`
  const files = (sql: Dialect) => `media_files WHERE ${condition(sql)}`
  const handOver = statement(`media_removals_insert${name}`, (sql) => `
    INSERT INTO media_removals (blob_id, asset_id, created_at)
    SELECT blob_id, asset_id, ${sql.moment(`$${count + 2}`)} FROM ${files(sql)} AND blob_id IS NOT NULL`)
  const listStaged = works.map((table) =>
    statement<{ staged: string }>(`${table}_staged${name}`, (sql) => `
      SELECT staged FROM ${table} WHERE staged IS NOT NULL AND ${sql.among('id', `SELECT id FROM ${files(sql)}`)}`))
  // Their bytes no longer count.
  const countOut = statement(`media_usage_release${name}`, (sql) => `
    UPDATE media_usage SET bytes = bytes - (SELECT CAST(COALESCE(SUM(total), 0) AS bigint) FROM ${files(sql)}
      AND status IN ('ready', 'replaced'))
    WHERE account_id = $1`)
  const last = ending(name, condition)

  return async (tx: Transaction, ...values: SqlValue[]): Promise<void> => {
    const parameters = [tx.caller.accountId, ...values]
    await tx.sql.run(handOver, [...parameters, toDatabase(tx.time)])
    for (const list of listStaged) {
      const rows = await tx.sql.all(list, parameters)
      await removeKeys(tx, rows.flatMap((row) => JSON.parse(row.staged) as string[]))
    }
    await tx.sql.run(countOut, parameters)
    for (const each of last) await tx.sql.run(each, parameters)
  }
}

/** $2 JSON list of assets */
const releaseAll = releaseBy('', 1, (sql) => sql.among('asset_id', sql.strings('$2')))

const older = `asset_id = $2 AND status <> 'replaced'
  AND (created_at, id) < (SELECT newer.created_at, newer.id FROM media_files AS newer WHERE newer.id = $3)`

/** Takes off the files that were attached to an asset before a given one, except the versions. Asset, file. */
export const releaseOlder = releaseBy('_older', 2, () => older)

/** As `releaseOlder`, but what was uploaded is here and becomes a version, however late. */
export const releaseOvertaken = releaseBy('_overtaken', 2, () => `${older} AND (source_url <> '' OR status = 'failed')`)

/** Takes off the files of an asset that have failed. Asset. */
export const releaseFailed = releaseBy('_failed', 1, () => "asset_id = $2 AND status = 'failed'")

/** Takes off the file of an asset that is ready, with all that was made of it. Asset. */
export const releasePresent = releaseBy('_present', 1, () => "asset_id = $2 AND status = 'ready'")

/** Takes the bytes off the file of an asset that is ready: it is removed, and what was made of it stays. Asset. */
export const releaseBytes = releaseBy('_bytes', 1, () => "asset_id = $2 AND status = 'ready'", keepMade)

/** Takes off what was left of the removed file of an asset. Asset. */
export const releaseRemoved = releaseBy('_removed', 1, () => "asset_id = $2 AND status = 'removed'")

/** Takes off loose files. JSON list of files. */
export const releaseFiles = releaseBy('_listed', 1, (sql) => sql.among('id', sql.strings('$2')))

/** More than an asset ever has. */
const ALL_VERSIONS = 1_000_000

/** Takes off the versions of an asset except the newest. Asset, how many are kept. */
export const releaseOldVersions = releaseBy('_versions', 2, (sql) => sql.among('id', `
  SELECT id FROM media_files WHERE asset_id = $2 AND status = 'replaced' ORDER BY replaced_at DESC, created_at DESC, id DESC
  LIMIT ${ALL_VERSIONS} OFFSET CAST($3 AS integer)`))

/** Releases the files of assets that are deleted for good, with their unfinished uploads. */
export const mediaRelease: Release = {
  async before (tx, type, items) {
    if (type !== 'asset') return
    const ids = items.map(({ id }) => id)
    await releaseAll(tx, JSON.stringify(ids))
    await cancelUploadsOfAssets(tx, ids)
  }
}
