import { accountsWithoutAdministrator, waysBack } from '../../access/administrators.js'
import { anyUser } from '../../process/first-start.js'
import { isKeyValid } from '../../process/start-warnings.js'
import { inDatabase, ok, warning } from '../check.js'

/** Somebody can administer each account. */
export const administrators = inDatabase('administrators', async (database, { config }) => {
  if (await database.reads.sql.first(anyUser, []) === undefined) {
    return warning('There are no users yet: the start makes an administrator', 'cutroom serve')
  }
  const ways = { passwords: config.PASSWORDS }
  const accounts = await accountsWithoutAdministrator(database, ways)
  if (accounts.length > 0) {
    const names = accounts.map(({ name }) => name).join(', ')
    return warning(`Nobody can administer ${names}: no administrator has ${waysBack(ways)}`, 'cutroom key add --email …')
  }
  return await isKeyValid(config, database)
    ? ok('Each account has one who can come in')
    : warning('ADMIN_API_KEY is no valid key, and is ignored: it counts at the first start only', 'cutroom key add --email …')
})
