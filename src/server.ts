import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import { publicUrl, readConfig, type Config } from './process/config.js'
import { withoutPassword, type Database } from './database/database.js'
import { openMigratedDatabase } from './database/migrations.js'
import { endSoleServer, isSoleServer } from './database/sole-server.js'
import { keepFilesPrivate } from './basics/umask.js'
import { SECOND_MS } from './basics/units.js'
import { sqlitePath } from './database/sqlite-path.js'
import { requireMediaFolder } from './process/disk.js'
import { collectHeapEarly } from './process/heap.js'
import { listenProblem } from './process/listening.js'
import { OperatorMistake } from './errors.js'
import { fillEmptyDatabase } from './process/first-start.js'
import { standardOutput } from './process/log-output.js'
import { createLogger } from './process/logger.js'
import { readSettingsFile } from './process/settings-file.js'
import { requireStorage } from './media/storage/open.js'
import { takeOver } from './operations/copy/take-over.js'
import { freeAll } from './work/claims/worker.js'
import { backUpBeforeUpgrade } from './operations/backup-before-upgrade.js'
import { createProgress } from './operations/progress.js'
import { startWarnings } from './process/start-warnings.js'
import { version } from './basics/version.js'

/** A stop that takes longer than this is cut short. */
const STOP_TIMEOUT_MS = 9000

/** The process: reads the settings, brings the database up to date, serves, and stops when it is told to. */
async function main (): Promise<void> {
  keepFilesPrivate()
  collectHeapEarly()
  readSettingsFile()
  const config = readConfig(process.env)
  requireStorage(config)
  await requireMediaFolder(config)
  const logger = createLogger(config)
  const isShared = !await isSoleServer(config.DATABASE_URL)
  const database = await openMigrated(config, logger, isShared)

  if (isShared) {
    logger.warn(
      { database: config.DATABASE_URL },
      'another server has this SQLite database open: SQLite belongs to one process, so stop one of them or move to PostgreSQL'
    )
  }

  const app = await buildApp({ config, database, logger })
  await takeOver(app)
  // SQLite has one server: all rows that are still taken up belong to processes that have died.
  if (!isShared && config.DATABASE_URL.startsWith('file:')) await freeAll(database.reads.sql, app.transact)
  const apiKey = await fillEmptyDatabase(config, app)
  for (const warning of await startWarnings(config, database)) logger.warn(warning)
  stopOnSignal(app)
  await listen(app, config)
  greet(
    app,
    publicUrl({ ...config, PORT: (app.server.address() as AddressInfo).port }),
    { isNew: apiKey !== null, apiKey: config.ADMIN_API_KEY === undefined ? apiKey : null }
  )
}

/**
 * Brings the database up to date; SQLite is backed up before. Each step has a line in a log. On a terminal there is one
 * line for all, which moves.
 */
async function openMigrated (
  { DATABASE_URL: url, BACKUP_BEFORE_UPGRADE: isKept, FINISH_UPGRADE: finish }: Config,
  log: FastifyBaseLogger,
  isShared: boolean
): Promise<Database> {
  const isSeen = process.stdout.isTTY && process.stderr.isTTY
  const progress = createProgress()
  const beforeMigrating = async () => {
    if (!isKept) return
    const made = await backUpBeforeUpgrade({ databaseUrl: url, version, progress })
    if (!isSeen) log.info(made, 'backup before the upgrade')
  }
  const onApplied = (done: number, total: number) => { progress.report('cutroom: migrations', done, total) }
  const told = isSeen ? { onApplied } : { log }
  const starting = { release: version, isManual: finish === 'manual' }
  return openMigratedDatabase(url, { ...told, starting, isShared, beforeMigrating }).finally(progress.end)
}

async function listen (app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.HOST, port: config.PORT, listenTextResolver: () => 'listening' })
  } catch (error) {
    throw new OperatorMistake(listenProblem(error, config))
  }
}

/** What the start has made. */
interface Made {
  /** Whether the database was empty. */
  readonly isNew: boolean
  readonly apiKey: string | null
}

/**
 * Prints the address, where things are, how to stop the service and, after the first start, the key, which is never
 * shown again: for people, or as a line of the log for programs.
 */
function greet ({ config, hasConsole, log }: FastifyInstance, url: string, { isNew, apiKey }: Made): void {
  if (config.NODE_ENV === 'production' && config.LOG_LEVEL !== 'silent') {
    const shown = apiKey === null ? { url } : { url, apiKey }
    const note = apiKey === null ? '' : ', and has made a key for the administrator, which is shown this once'
    const people = hasConsole ? `, for people at ${url}/console/` : ''
    log.child({}, { level: 'info' }).info(shown, `Cutroom serves ${url} as ${url}/docs describes${people}${note}`)
    return
  }
  const { DATABASE_URL, MEDIA_URL, MEDIA_DIR } = config
  const database = DATABASE_URL.startsWith('file:') ? sqlitePath(DATABASE_URL) : withoutPassword(DATABASE_URL)
  const lines = [
    '',
    `  Cutroom serves ${url}`,
    ...(hasConsole ? [`  In a browser:  ${url}/console/`] : []),
    `  How to use it: ${url}/docs`,
    `  The database:  ${database}${isNew ? ' (new)' : ''}`,
    `  The media:     ${MEDIA_URL ?? resolve(MEDIA_DIR)}`,
    `  To stop it:    ${process.stdin.isTTY ? 'Ctrl-C' : `kill ${process.pid}`}`
  ]
  if (apiKey !== null) {
    lines.push(
      '',
      `  The administrator's key, shown this once: ${apiKey}`,
      '',
      '  Try it:',
      `  curl -H 'X-API-KEY: ${apiKey}' -H 'Content-Type: application/json' -d '{"title":"My first asset"}' ${url}/api/v2/assets`
    )
  }
  standardOutput.write(`${lines.join('\n')}\n\n`)
}

/**
 * Says for DRAIN_SECONDS that the service is about to stop. Then takes no more requests, finishes running ones, closes
 * the database. A second signal ends the process at once.
 */
function stopOnSignal (app: FastifyInstance): void {
  const { draining, config, log } = app
  const stop = async (signal: NodeJS.Signals) => {
    if (draining.isBegun) process.exit(1)
    draining.begin()
    log.info({ signal }, 'stopping')
    await pause(config.DRAIN_SECONDS * SECOND_MS)
    setTimeout(() => {
      log.error('requests or jobs were still running and are cut off')
      process.exit(0)
    }, STOP_TIMEOUT_MS).unref()
    app.close().then(endSoleServer).then(() => process.exit(0), (error: unknown) => {
      log.error({ err: error }, 'stopping failed')
      process.exit(1)
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  process.stderr
    .write(error instanceof OperatorMistake ? `cutroom: ${error.message}\n` : `cutroom: ${(error as Error).stack}\n`)
  process.exit(1)
})
