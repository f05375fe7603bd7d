import { createHash } from 'node:crypto'
import type { Database } from '../../database/database.js'
import { isKey } from '../storage/keys.js'
import type { MediaStorage, StoredObject } from '../storage/storage.js'
import type { OrphanedFile } from './orphans.js'

const PAGE = 500

/** The status of files whose bytes are stored: those of assets, and their versions. */
const stored = { in: ['ready', 'replaced'] }
/** That of files with stored previews: removed ones have them, too. */
const shown = { in: [...stored.in, 'removed'] }

/** A fault of stored bytes, with the files that use them. */
interface Finding {
  readonly key: string
  readonly reason: string
  readonly media: Array<{ readonly id: string, readonly asset_id: string | null, readonly filename: string }>
}

export interface Verification {
  /** How many stored objects the rows name. */
  readonly checked: number
  readonly bytes: number
  /** Rows whose objects are missing. */
  readonly missing: Finding[]
  /** Objects that differ from their rows. */
  readonly damaged: Finding[]
  /** Objects and files without a row. */
  readonly orphaned: Array<StoredObject | OrphanedFile>
}

export interface VerifyOptions {
  readonly database: Database
  readonly storage: Pick<MediaStorage, 'sizeOf' | 'read' | 'list'>
  /** Files in the media folder besides the stored ones. */
  readonly orphanedFiles?: AsyncIterable<OrphanedFile> | readonly OrphanedFile[]
  /** Compares sizes only. */
  readonly quick?: boolean
  /** Looks at this many files alone, the newest, and not for what is orphaned. */
  readonly newest?: number
}

/** Compares the storage with the rows, object by object, while the service may be running. Changes nothing. */
export async function verifyMedia (
  { database, storage, orphanedFiles = [], quick = false, newest }: VerifyOptions
): Promise<Verification> {
  const result = {
    checked: 0,
    bytes: 0,
    missing: [] as Finding[],
    damaged: [] as Finding[],
    orphaned: [] as Array<StoredObject | OrphanedFile>
  }
  const blobs = newest === undefined ? usedBlobs(database) : await newestBlobs(database, newest)
  for await (const { key, size, sha256, media, isUsed } of expectedObjects(database, blobs)) {
    const found = await storage.sizeOf(key)
    // It may have been removed in the meantime.
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
  if (newest !== undefined) return result
  for await (const object of storage.list()) {
    if (await isKnown(database, object.key)) continue
    const isGone = isKey(object.key) && await storage.sizeOf(object.key) === null
    if (!isGone) result.orphaned.push(object)
  }
  for await (const file of orphanedFiles) result.orphaned.push(file)
  return result
}

/** The objects that rows name: blobs, their previews and their proxies. */
async function * expectedObjects (database: Database, blobs: AsyncIterable<UsedBlob> | Iterable<UsedBlob>) {
  for await (const blob of blobs) {
    const media = blob.files.map(({ id, assetId, filename }) => ({ id, asset_id: assetId, filename }))
    const { key, sha256 } = blob
    // Of removed files there is only what was made of them.
    if (blob.files.some(({ status }) => status !== 'removed')) yield { key, sha256, size: Number(blob.size), media, isUsed: () => isUsed(database, blob.id) }
    for (const { key, size, sha256 } of [...blob.previews, ...blob.proxies]) {
      yield { key, sha256, size: Number(size), media, isUsed: () => isMade(database, key) }
    }
  }
}

/** Whether it is a preview or a proxy. */
async function isMade ({ reads: { prisma } }: Database, key: string): Promise<boolean> {
  return await prisma.mediaPreview.findUnique({ where: { key } }) !== null ||
    await prisma.mediaProxy.findUnique({ where: { key } }) !== null
}

const files = { where: { status: shown }, select: { id: true, assetId: true, filename: true, status: true } } as const
const parts = { files, previews: true, proxies: true } as const

type UsedBlob = Awaited<ReturnType<typeof newestBlobs>>[number]

/** Blobs of the newest stored files. Ids of files begin with their time. */
async function newestBlobs ({ reads: { prisma } }: Database, count: number) {
  const newest = await prisma.mediaFile.findMany({
    where: { status: stored },
    orderBy: { id: 'desc' },
    take: count,
    select: { blobId: true }
  })
  return prisma.mediaBlob.findMany({ where: { id: { in: newest.map(({ blobId }) => blobId!) } }, include: parts })
}

/** Blobs of stored files, and of removed ones. Those of other files may not be stored yet. */
async function * usedBlobs (database: Database) {
  let after = ''
  while (true) {
    const blobs = await database.reads.prisma.mediaBlob.findMany({
      where: { id: { gt: after }, files: { some: { status: shown } } },
      orderBy: { id: 'asc' },
      take: PAGE,
      include: parts
    })
    yield * blobs
    if (blobs.length < PAGE) return
    after = blobs.at(-1)!.id
  }
}

async function isUsed (database: Database, blobId: string): Promise<boolean> {
  return await database.reads.prisma.mediaFile.findFirst({
    where: { blobId, status: stored },
    select: { id: true }
  }) !== null
}

/** Whether a row names the object: as a blob, or as one to be removed. */
async function isKnown (database: Database, key: string): Promise<boolean> {
  const { prisma } = database.reads
  const sha256 = /^[0-9a-f]{2}\/([0-9a-f]{64})-/.exec(key)?.[1]
  const blob = sha256 === undefined ? null : await prisma.mediaBlob.findUnique({ where: { sha256 } })
  if (blob?.key === key && blob.removedAt === null) return true
  if (await isMade(database, key)) return true
  // It may be on its way: a lease is held, or the attempt will be repeated.
  const staged = { dueAt: { not: null }, staged: { contains: key } }
  if (await prisma.mediaAnalysis.findFirst({ where: staged }) !== null) return true
  if (await prisma.mediaRendering.findFirst({ where: staged }) !== null) return true
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
