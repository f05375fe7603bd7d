import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Sqlite } from '../database/driver.mjs'
import { migrationNames } from '../database/migrate/migrate.js'
import { DatabaseOlder } from '../database/migrate/mismatch.js'
import { findRelease, isWritable, type ReleaseRow } from '../database/release/row.js'
import { sqliteDialect } from '../database/sqlite-sql.js'
import { version } from '../basics/version.js'
import { OperatorMistake } from '../errors.js'
import { syncToDisk } from '../basics/folders.js'
import type { Progress } from './progress.js'

const BUSY_TIMEOUT_MS = 5000
/** Pages that are copied between two updates of the progress: 16 MiB. */
const PAGES_AT_ONCE = 4096

/**
 * Copies a snapshot of a database file. Others may write during the copy: it is made in one read transaction, as it
 * would otherwise restart after each of their commits. The result is one file, synced to disk.
 */
export async function copyFileOfSqlite (from: string, to: string, progress: Progress): Promise<void> {
  await removeSqlite(to)
  const source = openSqliteFile(from)
  try {
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_master').get()
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        progress.report('Copying pages', totalPages - remainingPages, totalPages)
        return PAGES_AT_ONCE
      }
    })
  } finally {
    source.close()
    progress.end()
  }
  await intoOneFile(to)
}

/** Moves everything into the file itself, and syncs it. Nobody else has it open. */
export async function intoOneFile (path: string): Promise<void> {
  const driver = new Sqlite(path)
  driver.pragma('journal_mode = DELETE')
  driver.close()
  await syncToDisk(path)
}

/** Empties the search index of a copy, which makes a backup smaller. It is rebuilt from the rows. */
export async function dropIndex (path: string): Promise<void> {
  const driver = new Sqlite(path)
  try {
    const tables = driver.prepare<
      [],
      { count: number }
    >("SELECT count(*) AS count FROM sqlite_master WHERE name IN ('search_index', 'search_items')").get()!
    if (tables.count < 2) return
    driver.exec(`
      BEGIN;
      INSERT INTO search_index (search_index) VALUES ('delete-all');
      DELETE FROM search_items;
      DELETE FROM search_refreshes;
      DELETE FROM search_state;
      COMMIT;
      VACUUM`)
  } finally {
    driver.close()
  }
  await syncToDisk(path)
}

/** Opens a file for reading. Throws OperatorMistake if it is no database. */
function openSqliteFile (path: string): Sqlite.Database {
  if (!existsSync(path)) throw new OperatorMistake(`There is no file ${path}`)
  try {
    const driver = new Sqlite(path, { readonly: true, timeout: BUSY_TIMEOUT_MS })
    driver.prepare('SELECT count(*) FROM sqlite_master').get()
    return driver
  } catch (error) {
    throw new OperatorMistake(`${path} is no SQLite database: ${(error as Error).message}`)
  }
}

/** Throws OperatorMistake unless the file is an undamaged database of this service that this version understands. */
export async function requireWhole (path: string): Promise<void> {
  const driver = openSqliteFile(path)
  try {
    const [damage] = driver.pragma('integrity_check') as Array<{ integrity_check: string }>
    if (damage?.integrity_check !== 'ok') throw new OperatorMistake(`${path} is damaged: ${damage?.integrity_check}`)
    const [broken] = driver.pragma('foreign_key_check') as Array<{ table: string }>
    if (broken !== undefined) {
      throw new OperatorMistake(`${path} is damaged: rows of ${broken.table} refer to rows that are not there`)
    }
    const known = await migrationNames('sqlite')
    for (const { name } of appliedTo(driver, path)) {
      if (name < known[0]!) throw new DatabaseOlder()
    }
    const row = releaseOf(driver)
    if (row !== undefined && !isWritable(row, version)) {
      throw new OperatorMistake(`${path} comes from a newer version of Cutroom: it is of ${row.release}`)
    }
  } finally {
    driver.close()
  }
}

function appliedTo (driver: Sqlite.Database, path: string): Array<{ name: string }> {
  try {
    return driver.prepare<
      [],
      { name: string }
    >('SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL').all()
  } catch {
    throw new OperatorMistake(`${path} is no database of Cutroom`)
  }
}

/** Undefined in a file from before there was the row. */
function releaseOf (driver: Sqlite.Database): ReleaseRow | undefined {
  const table = driver.prepare("SELECT 1 FROM sqlite_master WHERE name = 'database_release'").get()
  return table === undefined ? undefined : driver.prepare<[], ReleaseRow>(findRelease.text(sqliteDialect)).get()
}

/** Moves a file into place, durably: readers find the old one or the new one. */
export async function putInPlace (from: string, to: string): Promise<void> {
  for (const suffix of ['-wal', '-shm', '-journal']) await rm(to + suffix, { force: true })
  await rename(from, to)
  await syncToDisk(dirname(to))
}

/** Removes a database file, and those that belong to it. */
export async function removeSqlite (path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(path + suffix, { force: true })
}
