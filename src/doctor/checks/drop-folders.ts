import { tableNames } from '../../database/looking.js'
import { saysPaused } from '../../drop-folders/definitions/pause.js'
import { inDatabase, ok, warning } from '../check.js'

/** No drop folder waits for somebody to say that this service is to look at it. */
export const dropFolders = inDatabase('drop-folders', async (database) => {
  const isThere = (await tableNames(database)).includes('drop_folders')
  const paused = isThere ? await saysPaused(database.reads.sql) : null
  return paused === null
    ? ok('None is paused since a restore or a copy')
    : warning(paused, 'Unpause those that this service is to look at, or remove them')
})
