import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Sqlite } from '../src/database/driver.mjs'

const patienceMs = 5 * 60_000

/**
 * Runs work that only one process may do at a time. The lock is SQLite's, on a file of its own: the system releases it
 * when the holder ends, in any way.
 * @param {string} file
 * @param {() => void} onWait called once if another process holds the lock
 * @param {() => Promise<void>} work
 */
export async function whileLocked (file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new Sqlite(file, { timeout: 0 })
  try {
    try {
      lock.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      if (error.code !== 'SQLITE_BUSY') throw error
      onWait()
      lock.pragma(`busy_timeout = ${patienceMs}`)
      lock.exec('BEGIN EXCLUSIVE')
    }
    await work()
  } finally {
    lock.close()
  }
}
