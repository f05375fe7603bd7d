import type { SearchExtension } from '../core/extension.js'
import { byList, rowId } from '../http/search-parameters.js'
import { findCollection } from './require.js'

/** Finds the assets of a collection. They are looked up in it, so that a large one needs no index entries. */
export const collectionSearch: SearchExtension = {
  filters: {
    collection: byList(rowId('Id of a collection, to find the assets in it.', 1), async (sql, caller, sentId) => {
      const collection = await findCollection(sql, caller, sentId)
      if (collection === null) return null
      return { table: 'collection_assets', keyColumn: 'collection_id', assetColumn: 'asset_id', key: collection.id }
    })
  }
}
