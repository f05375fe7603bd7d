import { createHash } from 'node:crypto'
import type { Database } from '../../database/database.js'
import { isKey } from '../storage/keys.js'
import type { MediaStorage, StoredObject } from '../storage/storage.js'
import type { OrphanedFile } from './orphans.js'

const PAGE = 500

/** What is wrong with the bytes of files. Each names the files that use them. */
interface Finding {
  readonly key: string
  readonly reason: string
  readonly media: Array<{ readonly id: string, readonly asset_id: string, readonly filename: string }>
}

export interface Verification {
  /** Bytes in the storage, as the rows have them. */
  readonly checked: number
  readonly bytes: number
  /** Rows whose bytes are not in the storage. */
  readonly missing: Finding[]
  /** Bytes that are not what their row says. */
  readonly damaged: Finding[]
  /** What lies in the storage, or beside it, and has no row. */
  readonly orphaned: Array<StoredObject | OrphanedFile>
}

export interface VerifyOptions {
  readonly database: Database
  readonly storage: Pick<MediaStorage, 'sizeOf' | 'read' | 'list'>
  /** What lies beside the storage. */
  readonly orphanedFiles?: AsyncIterable<OrphanedFile> | readonly OrphanedFile[]
  /** Compares sizes only, and reads nothing. */
  readonly quick?: boolean
}

/** Compares the storage with the rows, one after the other, while the service may go on working. Changes nothing. */
export async function verifyMedia (
  { database, storage, orphanedFiles = [], quick = false }: VerifyOptions
): Promise<Verification> {
  const result = {
    checked: 0,
    bytes: 0,
    missing: [] as Finding[],
    damaged: [] as Finding[],
    orphaned: [] as Array<StoredObject | OrphanedFile>
  }
  for await (const { key, size, sha256, media, isUsed } of expectedObjects(database)) {
    const found = await storage.sizeOf(key)
    // What was removed while this was looking is nobody's loss.
    if (found === null && await isUsed()) {
      result.missing.push({ key, reason: 'there is nothing in the storage', media })
    }
    if (found === null) continue
    result.checked++
    result.bytes += found
    const reason = found === size
      ? quick ? null : await compareDigest(storage, key, sha256)
      : `${found} bytes instead of ${size}`
    if (reason !== null) result.damaged.push({ key, reason, media })
  }
  for await (const object of storage.list()) {
    if (await isKnown(database, object.key)) continue
    const isGone = isKey(object.key) && await storage.sizeOf(object.key) === null
    if (!isGone) result.orphaned.push(object)
  }
  for await (const file of orphanedFiles) result.orphaned.push(file)
  return result
}

/** What has to be in the storage: the bytes that are used, and their previews. */
async function * expectedObjects (database: Database) {
  for await (const blob of usedBlobs(database)) {
    const media = blob.files.map(({ id, assetId, filename }) => ({ id, asset_id: assetId, filename }))
    const { key, sha256 } = blob
    yield { key, sha256, size: Number(blob.size), media, isUsed: () => isUsed(database, blob.id) }
    for (const { key, size, sha256 } of blob.previews) {
      yield { key, sha256, size, media, isUsed: () => isPreview(database, key) }
    }
  }
}

async function isPreview ({ reads: { prisma } }: Database, key: string): Promise<boolean> {
  return await prisma.mediaPreview.findUnique({ where: { key } }) !== null
}

/** The bytes that ready files use. Those of others may still be on their way. */
async function * usedBlobs (database: Database) {
  const files = { where: { status: 'ready' }, select: { id: true, assetId: true, filename: true } }
  let after = ''
  while (true) {
    const blobs = await database.reads.prisma.mediaBlob.findMany({
      where: { id: { gt: after }, files: { some: { status: 'ready' } } },
      orderBy: { id: 'asc' },
      take: PAGE,
      include: { files, previews: true }
    })
    yield * blobs
    if (blobs.length < PAGE) return
    after = blobs.at(-1)!.id
  }
}

async function isUsed (database: Database, blobId: string): Promise<boolean> {
  return await database.reads.prisma.mediaFile.findFirst({
    where: { blobId, status: 'ready' },
    select: { id: true }
  }) !== null
}

/** Whether a row tells of what is stored: of bytes that are used, or of some that are to be removed. */
async function isKnown ({ reads: { prisma } }: Database, key: string): Promise<boolean> {
  const sha256 = /^[0-9a-f]{2}\/([0-9a-f]{64})-/.exec(key)?.[1]
  if (sha256 !== undefined && (await prisma.mediaBlob.findUnique({ where: { sha256 } }))?.key === key) return true
  if (await prisma.mediaPreview.findUnique({ where: { key } }) !== null) return true
  // One that is being put there: the attempt that does it holds a lease, or somebody takes it up again.
  const staged = { dueAt: { not: null }, staged: { contains: key } }
  if (await prisma.mediaAnalysis.findFirst({ where: staged }) !== null) return true
  return await prisma.mediaRemoval.findFirst({ where: { key } }) !== null
}

async function compareDigest (
  storage: Pick<MediaStorage, 'read'>, key: string, expected: string
): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer)
  } catch (error) {
    return `it cannot be read: ${(error as Error).message}`
  }
  const actual = hash.digest('hex')
  return actual === expected ? null : `its SHA-256 is ${actual}`
}
