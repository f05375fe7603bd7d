import { listAccounts } from '../access/accounts.js'
import { systemCaller } from '../core/caller.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { toDatabase } from '../basics/time.js'
import type { Transact } from '../core/transact.js'
import { removeRows } from '../work/pieces/pieces.js'
import { REMEMBERED_MS } from './answers.js'

/** $1 account, $2 older than this, $3 limit */
const removeOld = statement('idempotency_remove_old', (sql) => `
  DELETE FROM idempotency_keys WHERE account_id = $1 AND ${sql.among('digest', `
    SELECT digest FROM idempotency_keys WHERE account_id = $1 AND created_at <= ${sql.moment('$2')} ORDER BY created_at
      LIMIT $3`)}`)

/** Removes expired answers. */
export async function expireAnswers (
  { database, transact, onStep = () => {}, clock = Date.now }: {
    database: Database
    transact: Transact
    onStep?: () => void
    clock?: () => number
  },
  signal: AbortSignal
): Promise<void> {
  const oldest = toDatabase(new Date(clock() - REMEMBERED_MS))
  for (const account of await listAccounts(database)) {
    await removeRows(removeOld, [account.id, oldest], {
      transact, caller: systemCaller(account), signal, onPiece: onStep
    })
  }
}
