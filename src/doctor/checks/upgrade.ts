import { unfinishedUpgrade } from '../../database/release/waiting.js'
import { inDatabase, ok, warning } from '../check.js'

/** Nothing waits for older processes to stop. */
export const upgrade = inDatabase('upgrade', async (database) => {
  const unfinished = await unfinishedUpgrade(database)
  return unfinished === null
    ? ok('It is finished')
    : warning(`${unfinished[0]!.toUpperCase()}${unfinished.slice(1)}`, 'Stop the older processes; cutroom upgrade finish ends one that is finished by hand')
})
