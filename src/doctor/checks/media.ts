import { verifyMedia } from '../../media/housekeeping/verify.js'
import { openStorage } from '../../media/storage/open.js'
import { failure, inDatabase, ok } from '../check.js'

/** Files to look at: enough to notice that the storage is not the one of this database. */
const NEWEST = 100

/** The newest files are stored. */
export const media = inDatabase('media', async (database, { config }) => {
  const { checked, missing, damaged } = await verifyMedia({
    database, storage: openStorage(config), quick: true, newest: NEWEST
  })
  const faults = [...missing, ...damaged]
  if (faults.length === 0) return ok(checked === 0 ? 'No files yet' : `The newest files are there, ${checked} in all`)
  const [{ key, reason }] = faults as [typeof faults[number]]
  return failure(
    `${missing.length} files are missing and ${damaged.length} damaged, such as ${key}: ${reason}`,
    'Put them back from a backup; cutroom media verify names all'
  )
})
