import type { Readable } from 'node:stream'
import { newId, toItemId } from '../../basics/ids.js'
import { toDatabase, toMilliseconds } from '../../basics/time.js'
import { systemCaller } from '../../core/caller.js'
import type { Transact } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import type { Database } from '../../database/database.js'
import { statement, type Dialect } from '../../database/sql.js'
import { NoFileReady, NotFound } from '../../errors.js'
import { assetKind } from '../../items/kinds.js'
import { requireItems } from '../../items/require.js'
import { recordOfAssets } from '../../items/record-of-assets.js'
import { markUsed, targetsOfDownload } from '../serve/downloads.js'
import type { SentPermit, SignedUrls } from '../serve/signed-urls.js'
import type { MediaStorage } from '../storage/storage.js'
import { namesInZip } from './names.js'
import { sizeOfZip, streamZip } from './zip.js'

/** A use of more files is long work. */
const MANY = 200

interface ReadyFile {
  readonly id: string
  readonly asset_id: string
  readonly filename: string
  readonly created_at: string
  readonly size: number
  readonly crc32: number
  readonly key: string
}

/** Only databases from before `init` can have a blob without a CRC. */
const readyFiles = (sql: Dialect) => `
  SELECT file.id, file.asset_id, file.filename, ${sql.milliseconds('file.created_at')} AS created_at,
    media_blobs.size, media_blobs.crc32, media_blobs.key
  FROM media_files AS file JOIN media_blobs ON media_blobs.id = file.blob_id AND media_blobs.crc32 IS NOT NULL`

/** $1 account, $2 JSON list of assets: the newest ready file of each */
const findReady = statement<ReadyFile>('media_bundle_ready', (sql) => `${readyFiles(sql)}
  WHERE file.account_id = $1 AND ${sql.among('file.asset_id', sql.strings('$2'))} AND file.status = 'ready'
    AND file.id = (SELECT newest.id FROM media_files AS newest WHERE newest.asset_id = file.asset_id
      AND newest.account_id = $1 AND newest.status = 'ready' ORDER BY newest.id DESC LIMIT 1)`)

/** $1 account, $2 JSON list of files */
const findFiles = statement<ReadyFile>('media_bundle_files', (sql) => `${readyFiles(sql)}
  WHERE file.account_id = $1 AND ${sql.among('file.id', sql.strings('$2'))} AND file.status IN ('ready', 'replaced')`)

/** $1 id, $2 account, $3 user, $4 JSON list of files, $5 size, $6 when it expires */
const insertBundle = statement('media_bundles_insert', (sql) => `
  INSERT INTO media_bundles (id, account_id, user_id, files, size, expires_at)
  VALUES ($1, $2, $3, $4, $5, ${sql.moment('$6')})`)

/** $1 id, $2 account, $3 JSON list of files */
const leaveOut = statement('media_bundles_leave_out', () =>
  'UPDATE media_bundles SET files = $3 WHERE id = $1 AND account_id = $2')

/** $1 id, $2 signature */
const findBundle = statement<BundleRow>('media_bundles_find', () => `
  SELECT bundle.account_id, bundle.files, bundle.size, accounts.name AS account,
    (SELECT 1 FROM media_downloads WHERE signature = $2) AS used
  FROM media_bundles AS bundle JOIN accounts ON accounts.id = bundle.account_id WHERE bundle.id = $1`)

interface BundleRow {
  readonly account_id: number
  readonly files: string
  readonly size: number
  readonly account: string
  readonly used: number | null
}

/** A ZIP that a signed URL hands out. */
export interface OpenBundle {
  readonly size: number
  /** Opens the ZIP. It fails at the first file that has been removed since. */
  readonly stream: () => Readable
  /** Records the downloads in the history of the assets when the URL is used first. */
  readonly note: () => Promise<void>
}

export interface BundlesDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly signedUrls: SignedUrls
  readonly storage: MediaStorage
}

/** Downloads of many files as one ZIP, by signed URLs. */
export function createBundles ({ database, transact, signedUrls, storage }: BundlesDependencies) {
  /** Throws NoFileReady. Nothing is kept but a list of files. Whether the caller may have them is not checked. */
  async function ofAssets ({ caller, reads: { sql }, transact }: Unit, assetIds: readonly string[], baseUrl: string) {
    const ids = [...new Set(assetIds)]
    const found = await sql.all(findReady, [caller.accountId, JSON.stringify(ids)])
    if (found.length === 0) throw new NoFileReady()
    const byAsset = new Map(found.map((file) => [file.asset_id, file]))
    const files = ids.flatMap((id) => byAsset.get(id) ?? [])
    const size = sizeOfZip(named(files))
    const id = newId()
    const { url, expiresAt } = (await signedUrls.signerFor(caller, baseUrl))('bundle', id)
    const row = [id, caller.accountId, caller.userId, idsOf(files), size, toDatabase(new Date(expiresAt))]
    await transact(async (tx) => { await tx.sql.run(insertBundle, row) })
    return { url, expires_at: toMilliseconds(new Date(expiresAt)), files: files.length, size }
  }

  return {
    ofAssets,

    /** Throws AssetNotFound if one of the assets is missing, and NoFileReady. */
    async create (unit: Unit, assetIds: readonly string[], baseUrl: string) {
      await requireItems(assetKind, unit.reads.sql, unit.caller, [...new Set(assetIds)])
      return ofAssets(unit, assetIds, baseUrl)
    },

    /** Throws DownloadRefused if the signature is wrong or has expired, and NotFound if all files have gone. */
    async open (id: string, sent: SentPermit): Promise<OpenBundle> {
      const { signature, expires, userId, guestId } = await signedUrls.admit('bundle', id, sent)
      const { sql } = database.reads
      const row = toItemId(id) === null ? undefined : await sql.first(findBundle, [id, signature])
      if (row === undefined) throw new NotFound()
      const wanted = JSON.parse(row.files) as string[]
      const found = await sql.all(findFiles, [row.account_id, row.files])
      if (found.length === 0) throw new NotFound()
      const byId = new Map(found.map((file) => [file.id, file]))
      const present = wanted.flatMap((fileId) => byId.get(fileId) ?? [])
      const firstGone = wanted.findIndex((fileId) => !byId.has(fileId))
      // What has gone before the first use is left out; what goes later ends the connection.
      const isWhole = row.used === null || firstGone === -1
      const whole = named(present).map((file, index) => ({
        ...file,
        open: isWhole || index < firstGone
          ? () => storage.read(file.key)
          : () => Promise.reject(new Error('A file of the ZIP has gone'))
      }))
      return {
        size: isWhole ? sizeOfZip(whole) : row.size,
        stream: () => streamZip(whole),
        note: async () => {
          if (row.used !== null) return
          await transact(systemCaller({ id: row.account_id, name: row.account }, userId), async (tx) => {
            if (await tx.sql.run(markUsed, [signature, toDatabase(new Date(expires * 1000))]) === 0) return
            if (firstGone !== -1) await tx.sql.run(leaveOut, [id, row.account_id, idsOf(present)])
            const assetIds = present.map((file) => file.asset_id)
            await recordOfAssets(tx, 'ASSET_DOWNLOADED', assetIds, (assetId) => targetsOfDownload(assetId, guestId))
          }, { long: present.length > MANY })
        }
      }
    }
  }
}

export type Bundles = ReturnType<typeof createBundles>

function idsOf (files: readonly ReadyFile[]): string {
  return JSON.stringify(files.map(({ id }) => id))
}

/** The files of a ZIP. */
function named (files: readonly ReadyFile[]) {
  const names = namesInZip(files.map(({ filename }) => filename))
  return files.map(({ size, crc32, created_at: createdAt, key }, index) => ({
    name: names[index]!,
    size,
    crc: crc32,
    mtime: new Date(createdAt),
    key
  }))
}
