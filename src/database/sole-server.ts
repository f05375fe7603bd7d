import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { makeFolder } from '../basics/folders.js'
import { isFileHeld } from './outages.js'
import { sqlitePath } from './sqlite-path.js'

/** The mark of this process. The garbage collector would close a connection without a reference, and end its lock. */
let held: Sqlite.Database | null = null

/**
 * Marks the file of a SQLite database as served by this process, with a file lock, which the system releases when the
 * process dies. Returns false if another server has marked it; the operator's commands do not mark it. Returns true if
 * no mark can be made.
 */
export async function isSoleServer (databaseUrl: string): Promise<boolean> {
  if (!databaseUrl.startsWith('file:')) return true
  const { Sqlite } = await import('./driver.mjs')
  const path = serverMark(databaseUrl)
  try {
    await makeFolder(dirname(path))
    // A server that stops removes its mark: this process may just have opened what is no longer there.
    do held = lock(new Sqlite(path, { timeout: 0 })); while (!existsSync(path))
    return true
  } catch (error) {
    return !isFileHeld(error)
  }
}

/** The mark of the file of a `file:` URL. It is there while a server has it. */
export function serverMark (databaseUrl: string): string {
  return `${sqlitePath(databaseUrl)}-server`
}

/** Removes the mark, as the last thing of a stop. */
export function endSoleServer (): void {
  if (held === null) return
  // Removed while it is locked, so that it cannot be the mark of another server.
  rmSync(held.name, { force: true })
  held.close()
  held = null
}

function lock (mark: Sqlite.Database): Sqlite.Database {
  try {
    // In memory: nothing is ever written, and a journal would stay as a second file.
    mark.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return mark
  } catch (error) {
    mark.close()
    throw error
  }
}
