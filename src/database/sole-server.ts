import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { makeFolder } from '../basics/folders.js'
import { sqlitePath } from './sqlite-path.js'

/**
 * Marks the file of a SQLite database as served by this process, for as long as it lives, with a lock that the system
 * takes back from whoever dies. Says whether nobody else has done so: the operator's commands do not. Where no mark can
 * be made, nobody is accused.
 */
export async function isSoleServer (databaseUrl: string): Promise<boolean> {
  if (!databaseUrl.startsWith('file:')) return true
  const { Sqlite } = await import('./driver.mjs')
  let mark: Sqlite.Database | undefined
  try {
    await makeFolder(dirname(sqlitePath(databaseUrl)))
    mark = new Sqlite(`${sqlitePath(databaseUrl)}-server`, { timeout: 0 })
    mark.exec('BEGIN EXCLUSIVE')
    held.push(mark)
    return true
  } catch (error) {
    mark?.close()
    return !((error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false)
  }
}

/** Whatever is not referred to is closed by the collector, and its lock given up. */
const held: Sqlite.Database[] = []
