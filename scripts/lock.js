import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Sqlite } from '../src/database/driver.mjs'

const patienceMs = 5 * 60_000

/**
 * Does work that only one process at a time may do. The lock is SQLite's on a file of its own: the system lets go of it
 * when its holder ends, however that was.
 * @param {string} file
 * @param {() => void} onWait told once when another process has it
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
