import type { Config } from '../config.js'
import { openDatabase } from '../database/database.js'
import { pendingMigrations } from '../database/migrations.js'
import { OperatorMistake } from '../errors.js'
import { openStorage } from './storage/open.js'
import { verifyMedia, type Verification } from './verify.js'

/** Compares the storage of the settings with their database. Throws OperatorMistake where the database cannot be opened, or is too old. */
export async function verifyStoredMedia (config: Config, { quick }: { quick: boolean }): Promise<Verification> {
  const database = await openDatabase(config.DATABASE_URL)
  try {
    if ((await pendingMigrations(database)).length > 0) throw new OperatorMistake('The database is not up to date: start the service once, or run npx prisma migrate deploy')
    return await verifyMedia({ database, storage: openStorage(config), quick })
  } finally {
    await database.close()
  }
}
