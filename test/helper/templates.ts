import { pino } from 'pino'
import { buildApp } from '../../src/app.js'
import { openDatabase } from '../../src/database/database.js'
import { readConfig } from '../../src/process/config.js'
import { fillEmptyDatabase } from '../../src/process/first-start.js'

/** The first administrator's key in the apps of tests. */
export const ADMIN_API_KEY = 'cutroom_test_administrator'

/** Fills a migrated database with the first administrator, as a first start does. */
export async function fillTemplate (url: string): Promise<void> {
  const config = readConfig({ DATABASE_URL: url, ADMIN_API_KEY, JOBS: 'off' })
  const app = await buildApp({ config, database: await openDatabase(url), logger: pino({ level: 'silent' }) })
  await fillEmptyDatabase(config, app)
  await app.close()
}
