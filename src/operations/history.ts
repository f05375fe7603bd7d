import { renewHistory, type Renewal } from '../changes/renew.js'
import { systemCaller } from '../core/caller.js'
import { createTransact } from '../core/transact.js'
import { openExistingDatabase } from '../database/migrations.js'
import { takeOver } from './copy/take-over.js'

/** Renews the history, while the service may be running. Throws OperatorMistake as openExistingDatabase does. */
export async function renewStoredHistory (databaseUrl: string): Promise<Renewal> {
  const database = await openExistingDatabase(databaseUrl)
  try {
    const transact = createTransact({ database })
    await takeOver({ database, transact })
    return await transact(systemCaller(), (tx) => renewHistory(tx))
  } finally {
    await database.close()
  }
}
