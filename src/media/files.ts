import type { Caller } from '../access/caller.js'
import type { Database } from '../database/database.js'
import { InvalidFileUrl } from '../errors.js'
import { record } from '../events/record.js'
import { newId } from '../ids.js'
import { assetKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import { parseHttpUrl } from '../outbound/index.js'
import type { Page } from '../page.js'
import type { Transact } from '../transact.js'
import type { Downloads } from './downloads.js'
import { presentMedia } from './rows.js'

export interface NewMedia {
  readonly file_url: string
  readonly filename: string
}

export interface FilesDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly downloads: Downloads
  /** Called when a file has come to wait for its ingest. */
  readonly onAttached: () => void
}

/** Files of assets, as section 4.2 of the contract has them. Whatever names a missing asset throws AssetNotFound. */
export function createFiles ({ database, transact, downloads, onAttached }: FilesDependencies) {
  return {
    /** Puts a file on the list of those to be brought in. Only the URL's form is looked at here. Throws InvalidFileUrl. */
    async attach (caller: Caller, assetId: string, { file_url: fileUrl, filename }: NewMedia): Promise<void> {
      await transact(caller, async (tx) => {
        const asset = await lockItem(assetKind, tx, assetId)
        if (parseHttpUrl(fileUrl) === null) throw new InvalidFileUrl()
        const { accountId, userId } = caller
        await tx.prisma.mediaFile.create({
          data: { id: newId(), accountId, assetId: asset.id, userId, filename, sourceUrl: fileUrl, status: 'pending', dueAt: tx.time, createdAt: tx.time }
        })
        await record(tx, { event: 'ASSET_STARTED_INGEST', targets: { asset_id: asset.id }, data: assetKind.data(asset) })
      })
      onAttached()
    },

    require: (caller: Caller, assetId: string) => requireItem(assetKind, database.reads.sql, caller, assetId),

    /** The files of an asset that was required before, in the order in which they were attached, with URLs for those that are ready. */
    async list (caller: Caller, assetId: string, { after, limit }: Page) {
      const files = await database.reads.prisma.mediaFile.findMany({
        where: { assetId, accountId: caller.accountId, id: { gt: after } },
        orderBy: { id: 'asc' },
        take: limit,
        include: { blob: true }
      })
      return Promise.all(files.map(async (file) => presentMedia(file, file.status === 'ready' ? await downloads.sign(file, caller.userId) : null)))
    }
  }
}

export type Files = ReturnType<typeof createFiles>
