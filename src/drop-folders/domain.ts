import type { Domain } from '../domain.js'
import { dropFolderEvents } from './events.js'
import { dropFolderRelease } from './release.js'
import { DropFolder } from './schema.js'

export const dropFolders: Domain = {
  name: 'drop-folders',
  tables: ['drop_folders'],
  words: /\bdrop[-_ ]?folders?\b/i,
  things: { drop_folder: { schema: DropFolder, guests: null } },
  events: dropFolderEvents,
  release: dropFolderRelease
}
