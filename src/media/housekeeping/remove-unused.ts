import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import type { Transact, Transaction } from '../../core/transact.js'
import { doPieces } from '../../work/pieces/pieces.js'
import { removeKeys } from './release.js'
import type { MediaStorage } from '../storage/storage.js'

const BATCH = 100

interface Removal {
  readonly id: number
  readonly blob_id: string | null
  readonly key: string | null
}

/** $1 after this id, $2 limit */
const lockRemovals = statement<Removal>('media_removals_lock', (sql) => `
  SELECT id, blob_id, key FROM media_removals WHERE id > $1 ORDER BY id LIMIT $2 ${sql.forUpdate}`)

/** $1 after this id */
const anyRemoval = statement(
  'media_removals_any',
  () => 'SELECT id FROM media_removals WHERE id > $1 ORDER BY id LIMIT 1'
)

/** $1 blob */
const lockBlob = statement<{ id: string, key: string }>(
  'media_blobs_lock',
  (sql) => `SELECT id, key FROM media_blobs WHERE id = $1 ${sql.forUpdate}`
)

/** $1 blob */
const anyUser = statement('media_blobs_any_user', () => 'SELECT id FROM media_files WHERE blob_id = $1 LIMIT 1')

/** $1 blob: keys of what was made of it */
const listMade = statement<{ key: string }>('media_made_keys', () => `
  SELECT key FROM media_previews WHERE blob_id = $1 UNION ALL SELECT key FROM media_proxies WHERE blob_id = $1`)

/** $1 blob. The rows of what was made of it go with it. */
const deleteBlob = statement('media_blobs_delete', () => 'DELETE FROM media_blobs WHERE id = $1')

/** $1 removal, $2 key */
const noteKey = statement('media_removals_note_key', () => 'UPDATE media_removals SET key = $2 WHERE id = $1')

/** $1 JSON list of removals */
const deleteDone = statement('media_removals_delete', (sql) => `
  DELETE FROM media_removals WHERE ${sql.among('id', sql.integers('$1'))}`)

export interface RemovalDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly storage: Pick<MediaStorage, 'remove'>
  /** Called after each step. */
  readonly onStep?: () => void
}

/**
 * Removes blobs that no file uses. First their rows go, so that no file can use them again; then the stored objects,
 * and at last the note of the removal. A kill at any point is made good by the next run, and repetition does no harm.
 */
export async function removeUnused (
  { database, transact, storage, onStep = () => {} }: RemovalDependencies, signal: AbortSignal
): Promise<void> {
  const failures: unknown[] = []
  let after = 0
  await doPieces(async () => {
    if (await database.reads.sql.first(anyRemoval, [after]) === undefined) return 'done'
    const removals = await transact(systemCaller(), (tx) => detachUnused(tx, after))
    if (removals.length === 0) return 'done'
    const outcomes = await Promise.allSettled(removals.map(({ key }) => key === null ? undefined : storage.remove(key)))
    const done = removals.filter((_, index) => outcomes[index]!.status === 'fulfilled')
    failures.push(...outcomes.flatMap((outcome) => outcome.status === 'rejected' ? [outcome.reason] : []))
    await transact(systemCaller(), async (tx) => {
      await tx.sql.run(deleteDone, [JSON.stringify(done.map(({ id }) => id))])
    })
    after = removals.at(-1)!.id
    return 'more'
  }, { signal, onPiece: onStep })
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} stored files could not be removed, which is tried again: ${String(failures[0])}`
    )
  }
}

/** Deletes the rows of unused blobs, and notes their keys. A blob in use stays: its key stays null. */
async function detachUnused (tx: Transaction, after: number): Promise<Removal[]> {
  const removals = await tx.sql.all(lockRemovals, [after, BATCH])
  const detached: Removal[] = []
  for (const removal of removals) {
    detached.push(removal.key === null ? { ...removal, key: await detach(tx, removal) } : removal)
  }
  return detached
}

async function detach (tx: Transaction, { id, blob_id: blobId }: Removal): Promise<string | null> {
  const blob = blobId === null ? undefined : await tx.sql.first(lockBlob, [blobId])
  if (blob === undefined || await tx.sql.first(anyUser, [blob.id]) !== undefined) return null
  const made = await tx.sql.all(listMade, [blob.id])
  await removeKeys(tx, made.map(({ key }) => key))
  await tx.sql.run(deleteBlob, [blob.id])
  await tx.sql.run(noteKey, [id, blob.key])
  return blob.key
}
