import type { Domain } from '../domain.js'
import { arrivalHolder } from './arrivals/holder.js'
import { dropFolderEvents } from './events.js'
import { dropFolderRelease } from './release.js'
import { Arrival, DropFolder } from './schema.js'
import { dropFolderTeller } from './tell.js'

export const dropFolders: Domain = {
  name: 'drop-folders',
  tables: ['drop_folders', 'drop_folder_places', 'arrivals'],
  pages: ['/drop-folders', '/drop-folders/:id'],
  words: /\bdrop[-_ ]?folders?\b|\barrivals?\b/i,
  // Copies of a database pause them, of which the doctor warns.
  otherwise: /^(?:operations|doctor)\//,
  uses: ['links', 'attachments'],
  things: { drop_folder: { schema: DropFolder, guests: null }, arrival: { schema: Arrival, guests: null } },
  events: dropFolderEvents,
  teller: dropFolderTeller,
  release: dropFolderRelease,
  holder: arrivalHolder
}
