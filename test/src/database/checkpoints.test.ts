import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sqlite } from '#src/database/driver.mjs'
import t, { type Test } from 'tap'
import { createCheckpoints } from '#src/database/checkpoints.js'
import { eventually } from '../../helper/receiver.js'

const PAGES = 50

function open (t: Test): { path: string, driver: Sqlite.Database, write: () => void, pending: () => number } {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-checkpoints-'))
  const path = join(folder, 'a.db')
  const driver = new Sqlite(path)
  t.teardown(() => {
    driver.close()
    rmSync(folder, { recursive: true, force: true })
  })
  driver.pragma('journal_mode = WAL')
  driver.pragma('wal_autocheckpoint = 0')
  driver.exec('CREATE TABLE t (a)')
  const insert = driver.prepare('INSERT INTO t VALUES (hex(zeroblob(4096)))')
  return {
    path,
    driver,
    write: () => { for (let count = 0; count < PAGES; count++) insert.run() },
    pending: () => {
      const { log, checkpointed } = driver.prepare('PRAGMA wal_checkpoint(NOOP)').get() as {
        log: number
        checkpointed: number
      }
      return log - checkpointed
    }
  }
}

t.test('A thread copies a long write-ahead log while writes go on; they wait only for the second pass', async (t) => {
  const { path, driver, write, pending } = open(t)
  const checkpoints = createCheckpoints(driver, path, PAGES)
  await checkpoints.run()
  t.ok(pending() > 0, 'a short log is not copied')
  write()
  let rows = PAGES
  await eventually('nothing is left after a pass that was waited for', async () => {
    driver.exec("INSERT INTO t VALUES ('beside the first')")
    rows++
    await checkpoints.run()
    return pending() === 0
  })
  const { size } = statSync(`${path}-wal`)
  write()
  t.equal(statSync(`${path}-wal`).size, size, 'the log starts again from its beginning')
  await checkpoints.stop()
  t.same(driver.prepare('SELECT count(*) AS rows FROM t').get(), { rows: rows + PAGES })
})

t.test('A pass does not wait for a thread that cannot open the database', async (t) => {
  const { driver, write, pending } = open(t)
  const checkpoints = createCheckpoints(driver, '/nowhere/at/all.db', PAGES)
  write()
  await checkpoints.run()
  await checkpoints.run()
  t.ok(pending() >= PAGES)
  await checkpoints.stop()
})
