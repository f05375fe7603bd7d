import { setTimeout as pause } from 'node:timers/promises'
import { createTransact } from '../core/transact.js'
import { openExistingDatabase } from '../database/migrations.js'
import { readRelease } from '../database/release/row.js'
import { listAtWork, olderAtWork } from '../database/release/waiting.js'
import { OperatorMistake } from '../errors.js'
import { version } from '../basics/version.js'
import { finishUpgrade } from './finish.js'
import { readUpgrade, type UpgradeStatus } from './status.js'

const ASK_AGAIN_MS = 500

/** How far the upgrade of a database is. Throws OperatorMistake as openExistingDatabase does. */
export async function showUpgrade (databaseUrl: string): Promise<UpgradeStatus> {
  const database = await openExistingDatabase(databaseUrl)
  return readUpgrade(database).finally(() => database.close())
}

/**
 * Begins what is new in this release, as soon as no service of an older one was at work for 30 seconds. Throws
 * OperatorMistake if one is.
 */
export async function completeUpgrade (databaseUrl: string): Promise<UpgradeStatus> {
  const database = await openExistingDatabase(databaseUrl)
  try {
    const transact = createTransact({ database })
    for (;;) {
      const row = (await readRelease(database))!
      const older = olderAtWork(await listAtWork(database), row.release)
      if (older !== null) throw new OperatorMistake(`${older}: stop them first`)
      if (await finishUpgrade({ transact, release: version, byCommand: true })) return await readUpgrade(database)
      await pause(ASK_AGAIN_MS)
    }
  } finally {
    await database.close()
  }
}
