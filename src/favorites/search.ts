import type { SearchExtension } from '../core/extension.js'
import { byValues, flag } from '../http/search-parameters.js'

/** Finds the caller's favorites: an index entry has the users whose favorite the item is. */
export const favoriteSearch: SearchExtension = {
  filters: {
    favorite: byValues(
      flag('`true` finds only your favorites.', true), (isFavorite, { userId }) => isFavorite ? [String(userId)] : []
    )
  },
  columns: (sql, type) => ({
    favorites: `(SELECT ${sql.name === 'sqlite' ? 'json_group_array(s.user_id)' : 'CAST(json_agg(s.user_id) AS text)'}
      FROM favorites s WHERE s.item_id = i.id AND s.item_type = '${type}')`
  }),
  valuesOf (_type, { favorites }) {
    const users = JSON.parse(favorites ?? '[]') as number[]
    return users.sort((a, b) => a - b).map((userId) => ['favorite', String(userId)] as const)
  },
  events: [
    'ASSET_ADDED_FAVORITE', 'ASSET_REMOVED_FAVORITE', 'PROJECT_ADDED_FAVORITE', 'PROJECT_REMOVED_FAVORITE'
  ]
}
