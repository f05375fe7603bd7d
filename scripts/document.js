// The API document of a service on an empty database, which is never served.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @type {Promise<any> | undefined} */
let document

/** Reads it once: it is that of the service which this process has loaded. The service is built. */
export async function readApiDocument () {
  document ??= askForDocument()
  return await document
}

async function askForDocument () {
  const [{ buildApp }, { readConfig }, { openMigratedDatabase }, { pino }] = await Promise.all([
    import('#src/app.js'), import('#src/process/config.js'), import('#src/database/migrations.js'), import('pino')
  ])
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-document-'))
  try {
    const config = readConfig({
      DATABASE_URL: `file:${join(folder, 'empty.db')}`,
      MEDIA_DIR: join(folder, 'media'),
      JOBS: 'off'
    })
    const logger = pino({ level: 'silent' })
    const database = await openMigratedDatabase(config.DATABASE_URL, { log: logger, isShared: false })
    const app = await buildApp({ config, database, logger })
    try {
      return (await app.inject('/openapi.json')).json()
    } finally {
      await app.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
