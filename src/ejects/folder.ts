import type { Account } from '../access/accounts.js'
import { comparableInAnyCase } from '../basics/texts.js'
import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { lockRow, type DropFolderRow } from '../drop-folders/definitions/rows.js'
import { namesAlike } from '../locations/alike.js'
import type { Location } from '../locations/location.js'
import { numbered } from '../media/bundles/names.js'
import { LeaseLost } from '../work/claims/claim.js'
import { lockEject, type EjectRow } from './rows.js'

/** $1 drop folder, $2 account, $3 path, $4 eject: the names that others have */
const listHeld = statement<{ name: string }>('ejects_names_held', () => `
  SELECT name FROM ejects WHERE drop_folder_id = $1 AND account_id = $2 AND path = $3 AND name IS NOT NULL AND id <> $4
    AND finished_at IS NULL ORDER BY drop_folder_id, id`)

/** $1 account, $2 eject, $3 name */
const setName = statement('ejects_set_name', () =>
  'UPDATE ejects SET name = $3 WHERE account_id = $1 AND id = $2 AND name IS NULL')

/**
 * The name of the folder of an eject, which is kept before it is made: after a kill it is the same one. A name that is
 * taken, in other case too, gets a number.
 */
export async function takeFolder (
  transact: Transact, location: Location, account: Account, dropFolder: DropFolderRow, eject: EjectRow
): Promise<string> {
  const alike = await namesAlike(location, [dropFolder.path, eject.path].filter(Boolean).join('/'))
  for (let count = 1; ; count++) {
    const name = count === 1 ? eject.folder! : numbered(eject.folder!, count)
    if (alike(name).length > 0) continue
    const taken = await transact(systemCaller(account, eject.user_id), async ({ sql }) => {
      await sql.first(lockRow, [account.id, dropFolder.id])
      const now = await sql.first(lockEject, [account.id, eject.id])
      if (now === undefined) throw new LeaseLost()
      if (now.name !== null) return now.name
      const held = await sql.all(listHeld, [dropFolder.id, account.id, eject.path, eject.id])
      if (held.some((other) => comparableInAnyCase(other.name) === comparableInAnyCase(name))) return null
      await sql.run(setName, [account.id, eject.id, name])
      return name
    })
    if (taken !== null) return taken
  }
}
