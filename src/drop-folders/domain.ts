import type { Domain } from '../domain.js'
import { arrivalHolder } from './arrivals/holder.js'
import { dropFolderEvents } from './events.js'
import { dropFolderRelease } from './release.js'
import { Arrival, DropFolder } from './schema.js'

export const dropFolders: Domain = {
  name: 'drop-folders',
  tables: ['drop_folders', 'drop_folder_places', 'arrivals'],
  pages: ['/drop-folders', '/drop-folders/:id'],
  words: /\bdrop[-_ ]?folders?\b|\barrivals?\b/i,
  // Copies of a database pause them.
  otherwise: /^operations\//,
  uses: ['links'],
  things: { drop_folder: { schema: DropFolder, guests: null }, arrival: { schema: Arrival, guests: null } },
  events: dropFolderEvents,
  release: dropFolderRelease,
  holder: arrivalHolder
}
