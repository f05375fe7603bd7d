import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { toMilliseconds } from '../basics/time.js'
import { requireRoom } from '../core/account-limit.js'
import type { Unit } from '../core/unit.js'
import type { Database } from '../database/database.js'
import { statement, type Sql } from '../database/sql.js'
import { assetKind } from '../items/kinds.js'
import { requireItem } from '../items/require.js'
import { contents } from './contents.js'
import { deleteCollection, recordChange, type CollectionEvent } from './delete.js'
import { lockCollection, requireChange, requireCollection } from './require.js'
import {
  listOfAsset, listSeen, seenBy, weighSeen, withCounts, type CountedCollection
} from './rows.js'

const MOST_COLLECTIONS = 1000

const collectionLimit = {
  most: MOST_COLLECTIONS,
  name: 'collections',
  /** $1 account, $2 user */
  count: statement<{ count: number }>('collections_count', () => `
    SELECT COUNT(*) AS count FROM collections
    WHERE account_id = $1 AND user_id = $2 AND deleted_at IS NULL`)
}

export interface NewCollection {
  readonly title: string
  readonly description?: string
  readonly public?: boolean
}

/** Collections of assets. Functions with the id of a missing one throw CollectionNotFound. */
export function createCollections ({ database }: { database: Database }) {
  /** Counting may take long. Within a transaction, it is of one collection. */
  const counting = ({ caller, reads, isPart }: Unit): Sql => isPart ? reads.sql : database.longReads(caller)

  return {
    async list (unit: Unit, { after, limit }: Page): Promise<CountedCollection[]> {
      const { caller, reads } = unit
      const rows = await reads.sql.all(listSeen, seenBy(caller, toRowId(after) ?? 0, limit))
      return withCounts(counting(unit), caller, rows)
    },

    /** The bytes of each entry of the list. */
    weigh: ({ caller, reads }: Unit, { after, limit }: Page) =>
      reads.sql.all(weighSeen, seenBy(caller, toRowId(after) ?? 0, limit)),

    /** Throws AssetNotFound. */
    requireAsset: ({ caller, reads }: Unit, assetId: string) => requireItem(assetKind, reads.sql, caller, assetId),

    /** The collections that the caller sees, of an asset that was required before. */
    async listOfAsset (unit: Unit, assetId: string, { after, limit }: Page): Promise<CountedCollection[]> {
      const { caller, reads } = unit
      const parameters = seenBy(caller, toRowId(after) ?? 0, limit, assetId)
      return withCounts(counting(unit), caller, await reads.sql.all(listOfAsset, parameters))
    },

    async read (unit: Unit, id: string): Promise<CountedCollection> {
      const { caller, reads } = unit
      const [row] = await withCounts(counting(unit), caller, [await requireCollection(reads.sql, caller, id)])
      return row!
    },

    /** Throws TooMany. */
    create: ({ transact }: Unit, { title, description = '', public: isPublic = false }: NewCollection) =>
      transact(async (tx) => {
        const { accountId, userId } = tx.caller
        await requireRoom(tx, collectionLimit, userId)
        const { id } = await tx.prisma.collection.create({
          data: { accountId, userId, title, description, isPublic, createdAt: tx.time, updatedAt: tx.time }
        })
        return recordChange(tx, await requireCollection(tx.sql, tx.caller, String(id)), ['COLLECTION_CREATED'])
      }),

    /** Throws RoleRefused. */
    update: ({ transact }: Unit, sentId: string, changes: Partial<NewCollection>) => transact(async (tx) => {
      const before = await lockCollection(tx, sentId)
      requireChange(tx.caller, before)
      const { title = before.title, description = before.description, public: isPublic = Boolean(before.is_public) } =
        changes
      const events: CollectionEvent[] = []
      if (title !== before.title || description !== before.description) events.push('COLLECTION_UPDATED_METADATA')
      if (isPublic !== Boolean(before.is_public)) events.push(isPublic ? 'COLLECTION_PUBLIC' : 'COLLECTION_PRIVATE')
      if (events.length === 0) return recordChange(tx, before, events)
      await tx.prisma.collection.updateMany({
        where: { id: before.id, accountId: tx.caller.accountId },
        data: { title, description, isPublic, updatedAt: tx.time }
      })
      const after = { ...before, title, description, is_public: isPublic, updated_at: toMilliseconds(tx.time) }
      return recordChange(tx, after, events)
    }),

    /** It is gone at once; its assets are taken out by a job. Throws RoleRefused. */
    remove: ({ transact }: Unit, sentId: string): Promise<void> => transact(async (tx) => {
      const row = await lockCollection(tx, sentId)
      requireChange(tx.caller, row)
      await deleteCollection(tx, row)
    }),

    contents
  }
}

export type Collections = ReturnType<typeof createCollections>
