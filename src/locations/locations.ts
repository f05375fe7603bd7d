import { firstAccount, type Account } from '../access/accounts.js'
import type { Unit } from '../core/unit.js'
import type { Database } from '../database/database.js'
import { RoleRefused } from '../errors.js'
import type { Config } from '../process/config.js'
import type { LocationSetting, Place } from '../process/location-settings.js'

export type Locations = ReturnType<typeof createLocations>

/** The locations that the operator allows, as this process was told. Others may have been told otherwise. */
export function createLocations ({ config, database }: {
  config: Pick<Config, 'LOCATIONS'>, database: Pick<Database, 'reads'>
}) {
  const settings = config.LOCATIONS
  let first: Account | undefined

  /** The first account never changes. */
  async function isFirst (accountId: number): Promise<boolean> {
    return (first ??= await firstAccount(database))?.id === accountId
  }

  async function ofAccount ({ id, name }: Account): Promise<readonly LocationSetting[]> {
    const own = settings.filter(({ account }) => account === null || account === name)
    if (own.every(({ account }) => account !== null) || await isFirst(id)) return own
    return own.filter(({ account }) => account !== null)
  }

  return {
    /** Whether this process has any. */
    areAny: settings.length > 0,

    /** Those of the caller's account, in the order of the setting. Throws RoleRefused for all but administrators. */
    async list ({ caller }: Pick<Unit, 'caller'>): Promise<readonly LocationSetting[]> {
      if (!caller.admin) throw new RoleRefused()
      return ofAccount({ id: caller.accountId, name: caller.account })
    },

    /** Where a location of an account is; null if this process has none of this name. */
    async find (account: Account, name: string): Promise<Place | null> {
      return (await ofAccount(account)).find((location) => location.name === name)?.place ?? null
    }
  }
}
