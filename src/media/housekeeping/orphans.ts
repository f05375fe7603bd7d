import { join, resolve } from 'node:path'
import type { Config } from '../../process/config.js'
import type { Database } from '../../database/database.js'
import { sqlitePath } from '../../database/sqlite-path.js'
import { incomingFolder, OBJECTS } from '../../process/media-folders.js'
import { filesBelow } from '../storage/walk.js'
import { isAbandoned, isTemporary } from './temporaries.js'

/** File systems keep this folder at the root of a disk. */
const OF_THE_DISK = 'lost+found'

/** A file in the media folder besides the stored ones. */
export interface OrphanedFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
}

/** Lists the files in the media folder that are neither stored, nor being received, nor the database. */
export async function * listOrphanedFiles (
  database: Database, config: Pick<Config, 'DATABASE_URL' | 'MEDIA_DIR'>
): AsyncGenerator<OrphanedFile> {
  const folder = resolve(config.MEDIA_DIR)
  const incoming = incomingFolder(config)
  const ofDatabase = config.DATABASE_URL.startsWith('file:') ? resolve(sqlitePath(config.DATABASE_URL)) : null
  for await (
    const { name, size, modifiedAt } of filesBelow(folder, (name) =>
      name === OBJECTS || name === OF_THE_DISK)
  ) {
    const path = join(folder, name)
    // SQLite's other files have this prefix.
    if (ofDatabase !== null && path.startsWith(ofDatabase)) continue
    const temporary = path.slice(incoming.length + 1)
    if (
      path.startsWith(incoming) && isTemporary(temporary) &&
      !await isAbandoned(database, { name: temporary, modifiedAt }, Date.now())
    ) continue
    yield { path, size }
  }
}
