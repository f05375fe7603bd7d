import { isMarked, mark, type FavoriteOf } from '../favorites/favorites.js'
import { lockCollection, requireCollection } from './require.js'
import { presentCollection, withCounts } from './rows.js'

/** Every user who sees a collection may mark it. Throws CollectionNotFound. */
export const favoriteOfCollection: FavoriteOf = {
  async has (unit, sentId) {
    const { id } = await requireCollection(unit.reads.sql, unit.caller, sentId)
    return isMarked(unit, 'collection', String(id))
  },
  set: ({ transact }, sentId, isFavorite) =>
    transact(async (tx) => {
      const collection = await lockCollection(tx, sentId)
      const [counted] = await withCounts(tx.sql, tx.caller, [collection])
      await mark(tx, 'collection', String(collection.id), isFavorite, {
        event: isFavorite ? 'COLLECTION_ADDED_FAVORITE' : 'COLLECTION_REMOVED_FAVORITE',
        targets: { collection_id: collection.id },
        data: { collection: presentCollection(counted!) }
      })
    })
}
