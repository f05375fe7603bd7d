import type { Account } from '../access/accounts.js'
import { systemCaller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { lockRow, type DropFolderRow } from '../drop-folders/definitions/rows.js'
import type { Location } from '../locations/location.js'
import { numbered } from '../media/bundles/names.js'
import { LeaseLost } from '../work/claims/claim.js'
import { lockEject, type EjectRow } from './rows.js'

/** $1 drop folder, $2 account, $3 path, $4 name, $5 eject: another one that has this name */
const findHolder = statement('ejects_holder_of_name', () => `
  SELECT id FROM ejects WHERE drop_folder_id = $1 AND account_id = $2 AND path = $3 AND name = $4 AND id <> $5
    AND finished_at IS NULL ORDER BY drop_folder_id, id LIMIT 1`)

/** $1 account, $2 eject, $3 name */
const setName = statement('ejects_set_name', () =>
  'UPDATE ejects SET name = $3 WHERE account_id = $1 AND id = $2 AND name IS NULL')

/**
 * The name of the folder of an eject, which is kept before it is made: after a kill it is the same one. A taken name
 * gets a number.
 */
export async function takeFolder (
  transact: Transact, location: Location, account: Account, dropFolder: DropFolderRow, eject: EjectRow
): Promise<string> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? eject.folder! : numbered(eject.folder!, count)
    const path = [dropFolder.path, eject.path, name].filter(Boolean).join('/')
    if (await location.look(path) !== null) continue
    const taken = await transact(systemCaller(account, eject.user_id), async ({ sql }) => {
      await sql.first(lockRow, [account.id, dropFolder.id])
      const now = await sql.first(lockEject, [account.id, eject.id])
      if (now === undefined) throw new LeaseLost()
      if (now.name !== null) return now.name
      const holder = await sql.first(findHolder, [dropFolder.id, account.id, eject.path, name, eject.id])
      if (holder !== undefined) return null
      await sql.run(setName, [account.id, eject.id, name])
      return name
    })
    if (taken !== null) return taken
  }
}
