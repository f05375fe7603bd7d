import { existsSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { renewHistory, type Renewal } from '../changes/renew.js'
import { systemCaller } from '../core/caller.js'
import { createTransact } from '../core/transact.js'
import { openMigratedDatabase } from '../database/migrations.js'
import { Sqlite } from '../database/driver.mjs'
import { startAlone } from '../database/release/admission.js'
import { sqlitePath } from '../database/sqlite-path.js'
import { pauseInCopy } from '../drop-folders/definitions/pause.js'
import { OperatorMistake } from '../errors.js'
import type { GivenSequence } from '../webhooks/outbox/numbering.js'
import { makeFolder } from '../basics/folders.js'
import type { Progress } from './progress.js'
import { copyFileOfSqlite, intoOneFile, putInPlace, removeSqlite, requireWhole } from './sqlite-file.js'

export interface RestoreOptions {
  readonly databaseUrl: string
  /** A file of `backup`. */
  readonly from: string
  /** Whether to replace a database with data, which is kept under another name. */
  readonly force: boolean
  readonly progress: Progress
  /** Logs the restore, and the migrations that the backup lacked. */
  readonly log?: Pick<FastifyBaseLogger, 'info'>
  readonly clock?: () => Date
}

/**
 * Replaces the database by a backup, which is first copied next to it and checked. SQLite only. Throws OperatorMistake
 * and changes nothing if the file is damaged, the service is running on the database, or there is data and no `force`.
 */
export async function restore (
  { databaseUrl, from, force, progress, log, clock = () => new Date() }: RestoreOptions
) {
  const startedAt = clock().getTime()
  if (!databaseUrl.startsWith('file:')) {
    throw new OperatorMistake('restore is for SQLite: restore PostgreSQL with pg_restore, and run cutroom history renew after it')
  }
  const target = sqlitePath(databaseUrl)
  const backup = resolve(from)
  if (backup === target) throw new OperatorMistake(`${target} is the database itself`)
  await makeFolder(dirname(target))

  const partial = `${target}.partial`
  const lock = lockFile(target)
  try {
    if (lock !== null && !force && hasData(lock)) {
      throw new OperatorMistake(`${target} has data: add --force to replace it`)
    }
    await copyFileOfSqlite(backup, partial, progress)
    await requireWhole(partial)
    const { epoch, webhooks } = await renew(partial, lock === null ? [] : sequencesOf(lock), log)
    const replaced = lock === null ? null : await keep(target, clock())
    await putInPlace(partial, target)
    const durationMs = clock().getTime() - startedAt
    log?.info({ from: backup, file: target, replaced, epoch, webhooks, durationMs }, 'restore')
    return { file: target, replaced, duration_ms: durationMs }
  } catch (error) {
    await removeSqlite(partial)
    throw error
  } finally {
    lock?.close()
  }
}

/**
 * Migrates the copy, which no process has open, and renews its history, as the numbers after the backup have been given
 * out before.
 */
async function renew (
  path: string, given: readonly GivenSequence[], log: RestoreOptions['log']
): Promise<Renewal> {
  const database = await openMigratedDatabase(`file:${path}`, { log })
  const renewal = await createTransact({ database })(systemCaller(), async (tx) => {
    await startAlone(tx.sql)
    await pauseInCopy(tx)
    return renewHistory(tx, given)
  })
    .finally(() => database.close())
  await intoOneFile(path)
  return renewal
}

/** Locks the file with everything that is committed; null if there is none. */
function lockFile (path: string): Sqlite.Database | null {
  if (!existsSync(path)) return null
  const driver = new Sqlite(path, { timeout: 0 })
  try {
    // Every process that has the file open in this mode holds a lock, even when idle: a running service is always
    // noticed.
    driver.pragma('journal_mode = DELETE')
    driver.pragma('locking_mode = EXCLUSIVE')
    driver.exec('BEGIN EXCLUSIVE; COMMIT')
    return driver
  } catch (error) {
    driver.close()
    const { code } = error as { code?: string }
    if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') {
      throw new OperatorMistake(`${path} is in use: stop the service first`)
    }
    throw new OperatorMistake(`${path} is no SQLite database that could be replaced: ${(error as Error).message}`)
  }
}

function hasData (driver: Sqlite.Database): boolean {
  const tables = driver.prepare<
    [],
    { count: number }
  >("SELECT count(*) AS count FROM sqlite_master WHERE name = 'accounts'").get()!
  return tables.count > 0 &&
    driver.prepare<[], { count: number }>('SELECT count(*) AS count FROM accounts').get()!.count > 0
}

/** The last sequence of each webhook of a database; nothing if it has no webhooks. */
function sequencesOf (driver: Sqlite.Database): GivenSequence[] {
  const column = driver.prepare("SELECT 1 FROM pragma_table_info('webhook_states') WHERE name = 'last_sequence'").get()
  if (column === undefined) return []
  return driver.prepare<
    [],
    GivenSequence
  >('SELECT webhook_id AS webhookId, last_sequence AS sequence FROM webhook_states').all()
}

/** Renames the existing file, so that a mistake can be undone. Two restores in one second have two names. */
async function keep (path: string, now: Date): Promise<string> {
  const name = `${path}.replaced-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name}-${count}`
    try {
      await link(path, free)
      return free
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
