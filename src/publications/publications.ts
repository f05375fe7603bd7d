import { toRowId } from '../basics/ids.js'
import { record, type EventDraft } from '../core/events/record.js'
import type { Release } from '../core/release.js'
import type { Unit } from '../core/unit.js'
import type { Sql } from '../database/sql.js'
import { TooMany } from '../errors.js'
import { aboutAsset, assetKind } from '../items/kinds.js'
import { lockItem, requireItem } from '../items/require.js'
import type { AssetRow } from '../items/rows.js'
import { requireRight } from '../items/standing.js'
import { PublicationNotFound } from './errors.js'
import {
  countPublications, findByUrl, findPublication, listPublications, presentPublication, removeOfAssets,
  type PublicationRow
} from './rows.js'

export const MOST_PUBLICATIONS = 100

export interface NewPublication {
  readonly url: string
  readonly title?: string | null
}

/**
 * Where assets were published. A missing asset throws AssetNotFound, a missing publication PublicationNotFound, and a
 * role that does not allow it RoleRefused.
 */
export const publications = {
  async list ({ caller, reads }: Unit, assetId: string): Promise<PublicationRow[]> {
    const asset = await requireItem(assetKind, reads.sql, caller, assetId)
    return reads.sql.all(listPublications, [asset.id, caller.accountId])
  },

  /** Adds a publication. A URL that the asset has already gets the title, which is no event. Throws TooMany. */
  add: ({ transact }: Unit, assetId: string, { url, title = null }: NewPublication) =>
    transact(async (tx): Promise<PublicationRow> => {
      const { sql, prisma, caller: { accountId, userId, runId = null } } = tx
      const asset = await lockItem(assetKind, tx, assetId, 'change')
      const before = await sql.first(findByUrl, [asset.id, accountId, url])
      if (before !== undefined) {
        if (before.title === title) return before
        await prisma.publication.updateMany({ where: { id: before.id, accountId }, data: { title } })
        return { ...before, title }
      }
      const { count } = (await sql.first(countPublications, [asset.id, accountId]))!
      if (count >= MOST_PUBLICATIONS) throw new TooMany(`${MOST_PUBLICATIONS} publications`)
      const { id } = await prisma.publication.create({
        data: { accountId, assetId: asset.id, url, title, runId, userId, createdAt: tx.time }
      })
      const added = await requirePublication(sql, accountId, asset.id, String(id))
      await record(tx, eventOf(asset, added))
      return added
    }),

  /** Forgets a publication. This is no event. */
  remove: ({ transact }: Unit, assetId: string, id: string) =>
    transact(async (tx): Promise<void> => {
      const { sql, caller } = tx
      const asset = await lockItem(assetKind, tx, assetId, 'read')
      const found = await requirePublication(sql, caller.accountId, asset.id, id)
      await requireRight(assetKind, sql, caller, asset.id, 'change')
      await tx.prisma.publication.deleteMany({ where: { id: found.id, accountId: caller.accountId } })
      tx.touch('asset', asset.id)
    })
}

export type Publications = typeof publications

async function requirePublication (
  sql: Sql, accountId: number, assetId: string, sentId: string
): Promise<PublicationRow> {
  const id = toRowId(sentId)
  const found = id === null ? undefined : await sql.first(findPublication, [id, assetId, accountId])
  if (found === undefined) throw new PublicationNotFound()
  return found
}

function eventOf (asset: AssetRow, row: PublicationRow): EventDraft {
  const { targets, data } = aboutAsset(asset)
  return {
    event: 'ASSET_PUBLISHED',
    targets: { ...targets, publication_id: row.id },
    data: { ...data, publication: presentPublication(row) }
  }
}

/** Removes the publications of assets that are deleted for good. */
export const publicationRelease: Release = {
  async before (tx, type, items) {
    if (type !== 'asset') return
    await tx.sql.run(removeOfAssets, [tx.caller.accountId, JSON.stringify(items.map(({ id }) => id))])
  }
}
