import type { Domain } from '../domain.js'
import { favoriteEvents } from './events.js'
import { favoriteRelease } from './favorites.js'
import { favoriteSearch } from './search.js'

export const favorites: Domain = {
  name: 'favorites',
  tables: ['favorites'],
  words: /favorit/i,
  events: favoriteEvents,
  release: favoriteRelease,
  search: favoriteSearch
}
