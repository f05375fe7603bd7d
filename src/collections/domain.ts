import { SECOND_MS } from '../basics/units.js'
import type { Domain } from '../domain.js'
import { collectionEvents } from './events.js'
import { COLLECTIONS_JOB, removeLeftovers } from './leftovers.js'
import { collectionRelease } from './release.js'
import { Collection } from './schema.js'
import { collectionSearch } from './search.js'

/** The longest delay before a removal of a killed process resumes. */
const LEFTOVERS_MS = 5 * SECOND_MS

export const collections: Domain = {
  name: 'collections',
  tables: ['collections', 'collection_assets'],
  words: /(?<!garbage )collections?\b/i,
  uses: ['favorites'],
  // A link of one shows guests its title and its assets.
  things: { collection: { schema: Collection, guests: null } },
  events: collectionEvents,
  release: collectionRelease,
  search: collectionSearch,
  jobs: (background) => [{ name: COLLECTIONS_JOB, intervalMs: LEFTOVERS_MS, run: removeLeftovers(background) }],
  pages: ['/collections', '/collections/:id']
}
