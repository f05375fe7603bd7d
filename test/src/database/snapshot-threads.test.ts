import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Sqlite } from '#src/database/driver.mjs'
import { createSnapshotThreads } from '#src/database/snapshot-threads.js'
import { statement, type Sql } from '#src/database/sql.js'

const countRows = statement<{ number: number }>('', () => 'SELECT count(*) AS number FROM rows')
const wrong = statement('', () => 'SELECT a FROM nowhere')
const count = async (sql: Sql) => (await sql.first(countRows, []))!.number

function open (t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-snapshots-'))
  const path = join(folder, 'a.db')
  const driver = new Sqlite(path)
  driver.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (a)')
  const threads = createSnapshotThreads(path)
  const started = { threads: 0 }
  const note = () => { started.threads++ }
  process.on('worker', note)
  t.teardown(async () => {
    await threads.stop()
    process.off('worker', note)
    driver.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { threads, started, addRow: () => { driver.exec('INSERT INTO rows VALUES (1)') }, checkpoint: () => driver.pragma('wal_checkpoint(TRUNCATE)') }
}

t.test('A snapshot is of one moment, and the next one, on the same thread, of a later one', async (t) => {
  const { threads, started, addRow, checkpoint } = open(t)
  for (const rows of [0, 1, 2]) {
    t.equal(await threads.run(async (sql) => {
      t.equal(await count(sql), rows)
      addRow()
      return count(sql)
    }), rows)
  }
  t.equal(started.threads, 1)
  t.match(checkpoint(), [{ busy: 0 }], 'a thread that is free holds nothing back')
})

t.test('Snapshots at the same time have a thread each, and a failed one leaves none', async (t) => {
  const { threads, started, addRow } = open(t)
  await threads.run(async (sql) => {
    t.equal(await count(sql), 0)
    addRow()
    t.equal(await threads.run(count), 1)
    t.equal(await count(sql), 0)
  })
  t.equal(started.threads, 2)
  await t.rejects(threads.run(async (sql) => sql.all(wrong, [])), { message: /no such table/ })
  t.equal(await threads.run(count), 1)
  t.equal(started.threads, 3)
})
