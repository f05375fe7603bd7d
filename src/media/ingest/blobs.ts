import { newId } from '../../basics/ids.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import { newKey } from '../storage/keys.js'
import type { Sums } from '../thread/file-digest.js'
import { dueFiles, type IngestClaim } from './claim.js'

/** A blob that is stored, or about to be. */
export interface StoredBlob {
  readonly id: string
  readonly key: string
}

/** $1 SHA-256 */
const lockBlob = statement<StoredBlob & { readonly gone: number }>('media_blobs_lock_sha256', (sql) => `
  SELECT id, key, CASE WHEN removed_at IS NULL THEN 0 ELSE 1 END AS gone FROM media_blobs WHERE sha256 = $1
  ${sql.forUpdate}`)

/** $1 id, $2 key */
const bringBack = statement('media_blobs_bring_back', () =>
  'UPDATE media_blobs SET key = $2, removed_at = NULL WHERE id = $1')

/** $1 id, $2 SHA-256, $3 size, $4 key, $5 time, $6 CRC */
const insertBlob = statement('media_blobs_insert', (sql) => `
  INSERT INTO media_blobs (id, sha256, size, key, created_at, crc32) VALUES ($1, $2, $3, $4, ${sql.moment('$5')}, $6)
    ON CONFLICT DO NOTHING`)

/** $4 bytes */
const bind = dueFiles.held('bind', () => 'blob_id = $4')

/**
 * Finds the blob with this digest or creates it, and binds the file to it, so that it is not removed. This comes before
 * the bytes are stored: each stored object has a row. Bytes that have gone get a new key.
 */
export async function bindBlob (
  tx: Transaction, claim: IngestClaim, { sha256, crc32 }: Sums, size: number
): Promise<StoredBlob> {
  let found: (StoredBlob & { readonly gone: number }) | undefined
  while ((found = await tx.sql.first(lockBlob, [sha256])) === undefined) {
    await tx.sql.run(insertBlob, [newId(), sha256, size, newKey(sha256), toDatabase(tx.time), crc32])
  }
  // No key is used a second time: the object of the old one may still be on its way out.
  const blob = { id: found.id, key: found.gone === 1 ? newKey(sha256) : found.key }
  if (found.gone === 1) await tx.sql.run(bringBack, [blob.id, blob.key])
  const { blob_id: blobId } = claim.row
  if (blobId !== null && blobId !== blob.id) {
    await tx.prisma.mediaRemoval.create({ data: { blobId, createdAt: tx.time } })
  }
  await dueFiles.update(tx, claim, bind, [blob.id])
  return blob
}

/**
 * Releases a blob that the attempt has bound. If it, or its bytes, were removed before these were stored, the stored
 * object has no row: it is queued for removal by its key.
 */
export async function abandonBlob (tx: Transaction, { id, key }: StoredBlob): Promise<void> {
  const found = await tx.prisma.mediaBlob.findUnique({ where: { id } })
  const isKnown = found !== null && found.key === key && found.removedAt === null
  await tx.prisma.mediaRemoval.create({ data: { ...(isKnown ? { blobId: id } : { key }), createdAt: tx.time } })
}
