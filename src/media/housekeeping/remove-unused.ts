import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import type { Transact, Transaction } from '../../core/transact.js'
import { toDatabase } from '../../basics/time.js'
import { doPieces } from '../../work/pieces/pieces.js'
import { removeKeys } from './release.js'
import { deleteDone, tellRemoved } from './tell-removed.js'
import type { MediaStorage } from '../storage/storage.js'

const BATCH = 100

interface Removal {
  readonly id: number
  readonly blob_id: string | null
  readonly key: string | null
  /** The asset that had the bytes. */
  readonly asset_id: string | null
  /** Who has removed the file of the asset. The rows of its bytes come before this one. */
  readonly user_id: number | null
}

/** $1 after this id, $2 limit */
const lockRemovals = statement<Removal>('media_removals_lock', (sql) => `
  SELECT id, blob_id, key, asset_id, user_id FROM media_removals WHERE id > $1 ORDER BY id LIMIT $2 ${sql.forUpdate}`)

/** $1 after this id */
const anyRemoval = statement(
  'media_removals_any',
  () => 'SELECT id FROM media_removals WHERE id > $1 ORDER BY id LIMIT 1'
)

/** $1 blob */
const lockBlob = statement<{ id: string, key: string, gone: number }>('media_blobs_lock', (sql) => `
  SELECT id, key, CASE WHEN removed_at IS NULL THEN 0 ELSE 1 END AS gone FROM media_blobs WHERE id = $1 ${sql.forUpdate}`)

/** $1 blob: a file that needs its bytes */
const anyUser = statement('media_blobs_any_user', () =>
  "SELECT id FROM media_files WHERE blob_id = $1 AND status <> 'removed' LIMIT 1")

/** $1 blob: a removed file, which needs what was made of them */
const anyRemoved = statement('media_blobs_any_removed', () =>
  "SELECT id FROM media_files WHERE blob_id = $1 AND status = 'removed' LIMIT 1")

/** $1 blob, $2 time */
const markGone = statement('media_blobs_bytes_gone', (sql) =>
  `UPDATE media_blobs SET removed_at = ${sql.moment('$2')} WHERE id = $1`)

/** $1 blob: keys of what was made of it */
const listMade = statement<{ key: string }>('media_made_keys', () => `
  SELECT key FROM media_previews WHERE blob_id = $1 UNION ALL SELECT key FROM media_proxies WHERE blob_id = $1`)

/** $1 blob. The rows of what was made of it go with it. */
const deleteBlob = statement('media_blobs_delete', () => 'DELETE FROM media_blobs WHERE id = $1')

/** $1 removal, $2 key */
const noteKey = statement('media_removals_note_key', () => 'UPDATE media_removals SET key = $2 WHERE id = $1')

export interface RemovalDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly storage: Pick<MediaStorage, 'remove'>
  /** Called after each step. */
  readonly onStep?: () => void
}

/**
 * Removes blobs that no file uses. First their rows go, so that no file can use them again; then the stored objects,
 * and at last the note of the removal. If removed files have a blob, only its bytes go, and its row says so. A kill at
 * any point is made good by the next run, and repetition does no harm.
 */
export async function removeUnused (
  { database, transact, storage, onStep = () => {} }: RemovalDependencies, signal: AbortSignal
): Promise<void> {
  const failures: unknown[] = []
  /** Assets with bytes that could not be removed. */
  const stuck = new Set<string>()
  const told: Removal[] = []
  let after = 0
  await doPieces(async () => {
    if (await database.reads.sql.first(anyRemoval, [after]) === undefined) return 'done'
    const removals = await transact(systemCaller(), (tx) => detachUnused(tx, after))
    if (removals.length === 0) return 'done'
    const outcomes = await Promise.allSettled(removals.map(({ key }) => key === null ? undefined : storage.remove(key)))
    for (const [index, { asset_id: assetId }] of removals.entries()) {
      if (outcomes[index]!.status === 'rejected' && assetId !== null) stuck.add(assetId)
    }
    const fulfilled = removals.filter((_, index) => outcomes[index]!.status === 'fulfilled')
    const isTold = ({ asset_id: assetId, user_id: userId }: Removal) => assetId !== null && userId !== null
    const done = fulfilled.filter((removal) => !isTold(removal))
    failures.push(...outcomes.flatMap((outcome) => outcome.status === 'rejected' ? [outcome.reason] : []))
    await transact(systemCaller(), async (tx) => {
      await tx.sql.run(deleteDone, [JSON.stringify(done.map(({ id }) => id))])
    })
    told.push(...fulfilled.filter(isTold))
    after = removals.at(-1)!.id
    return 'more'
  }, { signal, onPiece: onStep })
  // What was made of the bytes is queued when they go, behind this.
  for (const { id, asset_id: assetId, user_id: userId } of signal.aborted ? [] : told) {
    if (!stuck.has(assetId!)) await tellRemoved({ database, transact }, { id, assetId: assetId!, userId: userId! })
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} stored files could not be removed, which is tried again: ${String(failures[0])}`
    )
  }
}

/**
 * Deletes the rows of unused blobs, or marks those that removed files have, and notes their keys. A blob in use stays:
 * its key stays null.
 */
async function detachUnused (tx: Transaction, after: number): Promise<Removal[]> {
  const removals = await tx.sql.all(lockRemovals, [after, BATCH])
  const detached: Removal[] = []
  for (const removal of removals) {
    detached.push(removal.key === null ? { ...removal, key: await detach(tx, removal) } : removal)
  }
  return detached
}

async function detach (tx: Transaction, { id, blob_id: blobId, asset_id: assetId }: Removal): Promise<string | null> {
  const blob = blobId === null ? undefined : await tx.sql.first(lockBlob, [blobId])
  if (blob === undefined || await tx.sql.first(anyUser, [blob.id]) !== undefined) return null
  if (await tx.sql.first(anyRemoved, [blob.id]) === undefined) {
    const made = await tx.sql.all(listMade, [blob.id])
    await removeKeys(tx, made.map(({ key }) => key), assetId)
    await tx.sql.run(deleteBlob, [blob.id])
  } else {
    if (blob.gone === 1) return null
    await tx.sql.run(markGone, [blob.id, toDatabase(tx.time)])
  }
  await tx.sql.run(noteKey, [id, blob.key])
  return blob.key
}
