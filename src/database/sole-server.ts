import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { makeFolder } from '../basics/folders.js'
import { isFileHeld } from './outages.js'
import { sqlitePath } from './sqlite-path.js'

/**
 * Marks the file of a SQLite database as served by this process, with a file lock, which the system releases when the
 * process dies. Returns false if another server has marked it; the operator's commands do not mark it. Returns true if
 * no mark can be made.
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
    return !isFileHeld(error)
  }
}

/** The garbage collector would close a connection without a reference, and release its lock. */
const held: Sqlite.Database[] = []
