import { toDatabase } from '../basics/time.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { cancelFiles, EJECT_JOB } from './files.js'
import { finishEject, isUnderWay, lockEject } from './rows.js'

/** $1 drop folder, $2 account */
export const listOfDropFolder = statement<{ id: string }>('ejects_open_of_drop_folder', () => `
  SELECT id FROM ejects WHERE drop_folder_id = $1 AND account_id = $2 AND finished_at IS NULL
  ORDER BY drop_folder_id, id`)

/** $1 user, $2 account */
export const listOfUser = statement<{ id: string }>('ejects_open_of_user', () => `
  SELECT id FROM ejects WHERE user_id = $1 AND account_id = $2 AND finished_at IS NULL ORDER BY user_id, id`)

/** Ends an eject that is under way. What is out stays, without a list. */
export async function cancelEject (tx: Transaction, id: string): Promise<void> {
  const { sql, caller: { accountId } } = tx
  const row = await sql.first(lockEject, [accountId, id])
  if (row === undefined || !isUnderWay(row)) return
  const time = toDatabase(tx.time)
  await sql.run(finishEject, [accountId, id, 'cancelled', time])
  await sql.run(cancelFiles, [id, accountId, time])
  tx.wake(EJECT_JOB)
}
