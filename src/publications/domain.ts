import type { Domain } from '../domain.js'
import { publicationEvents } from './events.js'
import { publicationRelease } from './publications.js'
import { Publication } from './schema.js'
import { publicationLine, publicationSearch } from './search.js'

export const publications: Domain = {
  name: 'publications',
  tables: ['publications'],
  words: /publication/i,
  things: { publication: { schema: Publication, guests: null } },
  events: publicationEvents,
  release: publicationRelease,
  search: publicationSearch,
  line: publicationLine
}
