import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { Sqlite } from '#src/database/driver.mjs'
import t, { type Test } from 'tap'
import { Overloaded } from '#src/errors.js'
import { createLongReads } from '#src/database/long-reads.js'
import { statement } from '#src/database/sql.js'
import { party } from '#test/helper/parties.js'

/** $1 how far it counts: a million takes a tenth of a second or more */
const count = statement('', () => `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
  SELECT max(n) AS number FROM numbers`)
const countRows = statement('', () => 'SELECT count(*) AS number FROM rows')
const wrong = statement('', () => 'SELECT a FROM nowhere')

/** What a wait takes at most where a test is not about that, however busy the machine is. */
const AN_HOUR_MS = 3_600_000

function open (t: Test, longestWaitMs = AN_HOUR_MS) {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-long-reads-'))
  const path = join(folder, 'a.db')
  const driver = new Sqlite(path)
  driver.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (a)')
  const longReads = createLongReads(path, longestWaitMs)
  t.teardown(async () => {
    await longReads.stop()
    driver.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { driver, longReads }
}

t.test('A long read does not block the event loop', async (t) => {
  const { longReads } = open(t)
  const read = longReads.of(party(1)).first(count, [1_000_000]) as Promise<unknown>
  const progress = { turns: 0, isOver: false }
  const over = read.finally(() => { progress.isOver = true })
  for (; !progress.isOver; progress.turns++) await turn()
  t.strictSame(await over, { number: 1_000_000 })
  t.ok(progress.turns > 100, `the event loop went on: ${progress.turns}`)
})

t.test('A long read sees what was committed before it', async (t) => {
  const { driver, longReads } = open(t)
  for (let rows = 0; rows < 3; rows++) {
    t.strictSame(await longReads.of(party(1)).all(countRows, []), [{ number: rows }])
    driver.exec('INSERT INTO rows VALUES (1)')
  }
})

t.test('A long statement, and those queued behind it, delay only their own account', async (t) => {
  const { longReads } = open(t)
  const order: number[] = []
  const readAs = async (account: number, user: number, rows: number) => {
    await longReads.of(party(account, user)).first(count, [rows])
    order.push(user)
  }
  // Both threads have started: that of account 2 would have to start faster than the long statement ends.
  await Promise.all([readAs(1, 11, 1), readAs(2, 21, 1)])
  order.length = 0
  await Promise.all([readAs(1, 11, 5_000_000), readAs(1, 11, 1000), readAs(1, 12, 1000), readAs(2, 21, 1000)])
  t.equal(order[0], 21)
  t.equal(order.length, 4)
})

t.test('A long read that fails reports the error, and the next one succeeds', async (t) => {
  const { longReads } = open(t)
  const sql = longReads.of(party(1))
  await t.rejects(sql.all(wrong, []) as Promise<unknown>, { message: 'no such table: nowhere' })
  t.strictSame(await sql.all(countRows, []), [{ number: 0 }])
})

t.test('A caller that has waited too long for its turn is refused as overloaded', async (t) => {
  const { longReads } = open(t, 50)
  const first = longReads.of(party(1, 1)).first(count, [5_000_000])
  await t.rejects(longReads.of(party(1, 2)).first(count, [1]) as Promise<unknown>, new Overloaded())
  t.match(await first, { number: 5_000_000 }, 'a read that has begun is finished')
})

t.test('Reads of one user beyond the limit are refused as overloaded; those of another account are not', async (t) => {
  const { longReads } = open(t)
  const outcomes = Promise.allSettled(Array.from({ length: 300 }, () => longReads.of(party(1)).first(count, [1])))
  t.match(await longReads.of(party(2)).first(count, [2]), { number: 2 })
  const settled = await outcomes
  t.strictSame([...new Set(settled.slice(0, 200).map(({ status }) => status))], ['fulfilled'])
  t.match(settled.at(-1), { status: 'rejected', reason: new Overloaded() })
})

t.test('Long reads work again after their thread was stopped', async (t) => {
  const { longReads } = open(t)
  t.match(await longReads.of(party(1)).first(count, [3]), { number: 3 })
  await longReads.stop()
  t.match(await longReads.of(party(1)).first(count, [4]), { number: 4 })
})
