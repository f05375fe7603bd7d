import type { Transaction } from '../core/transact.js'
import { lockCollection, requireCollection } from './require.js'
import { presentCollection, withCounts } from './rows.js'

/** A collection, for code that treats several kinds of things alike. A missing one throws CollectionNotFound. */
export const collectionKind = {
  type: 'collection',
  require: requireCollection,
  /** Locks it, and makes its events. */
  async lock (tx: Transaction, sentId: string) {
    const collection = await lockCollection(tx, sentId)
    const [counted] = await withCounts(tx.sql, tx.caller, [collection])
    return {
      id: collection.id,
      event: (name: `${'ADDED' | 'REMOVED'}_FAVORITE`) => ({
        event: `COLLECTION_${name}` as const,
        targets: { collection_id: collection.id },
        data: { collection: presentCollection(counted!) }
      })
    }
  }
} as const
