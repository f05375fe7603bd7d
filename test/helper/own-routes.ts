import { pino } from 'pino'
import type { Test } from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { readConfig } from '#src/process/config.js'
import { fillEmptyDatabase } from '#src/process/first-start.js'
import { neverOverloaded } from './app.js'
import { createTestDatabase } from './databases.js'
import { ADMIN_API_KEY } from './templates.js'

/** An app that a test adds routes to, before it is ready. It ends with the test. */
export async function buildForRoutes (t: Test, settings: Record<string, string> = {}) {
  const { url, drop } = await createTestDatabase('sqlite', { filled: true })
  const config = readConfig({ DATABASE_URL: url, ADMIN_API_KEY, JOBS: 'off', ...settings })
  const app = await buildApp({
    config,
    database: await openDatabase(url),
    logger: pino({ level: 'silent' }),
    overload: neverOverloaded
  })
  t.teardown(async () => {
    await app.close()
    await drop()
  })
  await fillEmptyDatabase(config, app)
  return app
}
