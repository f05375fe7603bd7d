import { join } from 'node:path'
import { projectRoot } from '#proof/harness/folders.js'
import { API_KEY } from '#proof/harness/service.js'
import { startServer } from './processes.js'

/**
 * Starts the service as `npm start` does, on a database that it migrates and fills itself. It runs outside the
 * checkout's folder, so that no `.env` of the checkout changes the measurement; settings in the environment do.
 * @param {import('./databases.js').Database} database
 * @param {{ name?: string, profiled?: boolean, settings?: Record<string, string> }} [options]
 */
export function startService (database, { name = 'service', profiled = false, settings = {} } = {}) {
  return startServer({
    name,
    path: 'src/server.js',
    profiled,
    environment: {
      LOG_LEVEL: 'warn',
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: database.url,
      ADMIN_API_KEY: API_KEY,
      ADMIN_EMAIL: 'admin@example.com',
      JOBS: 'on',
      ...settings
    }
  })
}

/**
 * Starts the reference on a database that the service has migrated: both have the same tables and indexes.
 * @param {import('./databases.js').Database} database
 */
export function startReference (database) {
  return startServer({
    name: 'reference',
    path: join(projectRoot, 'bench/reference', `${database.kind}.js`),
    environment: { ...process.env, DATABASE_URL: database.url },
    ready: /listening on (http:\S+)/
  })
}

/**
 * Makes a database with the service's tables and its first administrator: starts the service on it and stops it again.
 * @param {import('./databases.js').Databases} databases
 */
export async function createMigrated (databases, name) {
  const database = await databases.create(name)
  const service = await startService(database)
  await service.stop()
  return database
}
