import type { Config } from '../../process/config.js'
import { openExistingDatabase } from '../../database/migrations.js'
import { openStorage, requireStorage } from '../storage/open.js'
import { listOrphanedFiles } from './orphans.js'
import { verifyMedia, type Verification } from './verify.js'

/**
 * Compares the configured storage with its database. Throws OperatorMistake as openExistingDatabase and requireStorage
 * do.
 */
export async function verifyStoredMedia (config: Config, { quick }: { quick: boolean }): Promise<Verification> {
  requireStorage(config)
  const database = await openExistingDatabase(config.DATABASE_URL)
  try {
    return await verifyMedia({
      database,
      storage: openStorage(config),
      orphanedFiles: listOrphanedFiles(database, config),
      quick
    })
  } finally {
    await database.close()
  }
}
