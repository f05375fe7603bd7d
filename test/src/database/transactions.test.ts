import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { Sqlite } from '#src/database/driver.mjs'
import type { Database } from 'better-sqlite3'
import t from 'tap'
import { createCommitQueue, type Batch } from '#src/database/commit-queue.js'
import { openDatabase, type Connection, type CommitHook } from '#src/database/database.js'
import { statement } from '#src/database/sql.js'
import { createSqliteCommits } from '#src/database/sqlite-commits.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { Overloaded } from '#src/errors.js'
import { createTransact } from '#src/core/transact.js'
import { inOneApp } from '../../helper/app.js'
import { addAsset, readItem } from '../../helper/items.js'
import { party } from '#test/helper/parties.js'
import type { Party } from '#src/work/turns/fair-queue.js'

const onBothDatabases = inOneApp()

/** The queue of SQLite, without a connection. */
function openQueue (driver: Database, now = () => performance.now()) {
  const commit = createSqliteCommits(driver, {} as Connection, { busyTimeoutMs: 10 })
  return createCommitQueue({ lanes: 1, commit, now })
}

/** A clock that stands still: no batch is full because of its time. */
const noTime = () => 0

const rename = statement('test_rename', () => 'UPDATE assets SET title = $2 WHERE id = $1')
const append = statement('test_append', () => 'UPDATE assets SET title = title || $2 WHERE id = $1')

onBothDatabases('A transaction is committed as a whole or not at all', async (t, { app, admin, adminCaller, url }) => {
  await t.test('Prisma and hand-written statements both see its writes; others see them after the commit', async (t) => {
    const { id } = await addAsset(admin, { title: 'Old' })
    await app.transact(adminCaller, async (tx) => {
      await tx.sql.run(rename, [id, 'Half'])
      t.equal((await tx.prisma.asset.findUnique({ where: { id } }))!.title, 'Half')
      await tx.prisma.asset.update({ where: { id }, data: { category: 'Half' } })
      t.equal((await readItem(admin, 'assets', id)).title, 'Old')
    })
    t.match(await readItem(admin, 'assets', id), { title: 'Half', category: 'Half' })
  })

  await t.test('A failure rolls back everything, and the caller gets the error', async (t) => {
    const { id } = await addAsset(admin, { title: 'Old' })
    const failure = new Error('no')
    await t.rejects(
      app.transact(adminCaller, async (tx) => {
        await tx.sql.run(rename, [id, 'New'])
        await tx.prisma.asset.create({
          data: {
            id: 'undone',
            accountId: adminCaller.accountId,
            owner: '',
            description: '',
            title: '',
            category: '',
            tags: '[]',
            mediaType: 'live',
            createdAt: tx.time,
            modifiedAt: tx.time
          }
        })
        throw failure
      }),
      failure
    )
    t.equal((await readItem(admin, 'assets', id)).title, 'Old')
    t.equal((await admin.get('assets/undone')).status, 404)
  })

  await t.test('A failed statement rolls back its transaction, and the next transaction succeeds', async (t) => {
    const { id } = await addAsset(admin)
    const { email } = adminCaller
    const attempt = app.transact(adminCaller, async (tx) => {
      await tx.sql.run(rename, [id, 'Before'])
      await tx.prisma.user.create({
        data: { accountId: adminCaller.accountId, email, admin: false, createdAt: tx.time }
      })
    })
    await t.rejects(attempt)
    t.equal((await readItem(admin, 'assets', id)).title, 'Untitled')
    await app.transact(adminCaller, async (tx) => { await tx.sql.run(rename, [id, 'After']) })
    t.equal((await readItem(admin, 'assets', id)).title, 'After')
  })

  await t.test('Two transactions that change two rows in opposite orders are both committed', async (t) => {
    const [first, second] = [await addAsset(admin, { title: '' }), await addAsset(admin, { title: '' })]
    let begun = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => { meet = resolve })
    const both = (ids: string[], letter: string) => app.transact(adminCaller, async (tx) => {
      await tx.sql.run(append, [ids[0]!, letter])
      if (++begun === 2) meet()
      // On SQLite the second one does not begin while the first one runs.
      if (tx.sql.dialect.name === 'postgresql') await met
      await tx.sql.run(append, [ids[1]!, letter])
    })
    await Promise.all([both([first.id, second.id], 'a'), both([second.id, first.id], 'b')])
    for (const { id } of [first, second]) {
      t.strictSame([...(await readItem(admin, 'assets', id)).title].toSorted(), ['a', 'b'], 'each once')
    }
    // A transaction is retried more than once if it locks its row before the other one wakes up.
    if (app.database.reads.sql.dialect.name === 'postgresql') t.ok(begun > 2, 'one of them was retried')
    else t.equal(begun, 2)
  })

  await t.test('Several processes write at the same time, and no write is refused', async (t) => {
    const { id } = await addAsset(admin, { title: '' })
    const databases = await Promise.all([openDatabase(url), openDatabase(url)])
    t.teardown(() => Promise.all(databases.map((database) => database.close())))
    const doors = [app.transact, ...databases.map((database) => createTransact({ database }))]
    await Promise.all(Array.from({ length: 60 }, (_, index) => doors[index % 3]!(adminCaller, async (tx) => {
      const { title } = (await tx.prisma.asset.findUnique({ where: { id } }))!
      t.type(title, 'string')
      await tx.sql.run(append, [id, 'x'])
    })))
    t.equal((await readItem(admin, 'assets', id)).title, 'x'.repeat(60))
  })

  await t.test('Each transaction has one time', async (t) => {
    const moment = new Date('2030-01-02T03:04:05.678Z')
    const transact = createTransact({ database: app.database, clock: () => moment })
    await transact(adminCaller, async (tx) => {
      t.equal(tx.time, moment)
      t.strictSame(tx.caller, adminCaller)
    })
  })
})

onBothDatabases('SQLite uses a write-ahead log, full synchronous writes and foreign keys', async (t, { app }) => {
  if (app.database.reads.sql.dialect.name !== 'sqlite') return
  const pragma = (name: string) => statement<object>(`test_${name}`, () => `SELECT * FROM pragma_${name}`)
  await app.database.transaction(async ({ sql }) => {
    t.strictSame(Object.values(await sql.first(pragma('journal_mode'), []) ?? {}), ['wal'])
    t.strictSame(Object.values(await sql.first(pragma('synchronous'), []) ?? {}), [2], 'FULL')
    t.strictSame(Object.values(await sql.first(pragma('foreign_keys'), []) ?? {}), [1])
  })
})

onBothDatabases('A write waits for another process that writes; reads do not', async (t, { app, admin, url }) => {
  if (app.database.reads.sql.dialect.name !== 'sqlite') return
  const { id } = await addAsset(admin)
  const other = new Sqlite(sqlitePath(url))
  t.teardown(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const write = admin.put(`assets/${id}`, { title: 'New' })
  for (let reads = 0; reads < 20; reads++) t.equal((await readItem(admin, 'assets', id)).title, 'Untitled')
  other.exec('COMMIT')
  t.equal((await write).status, 200)
  t.equal((await readItem(admin, 'assets', id)).title, 'New')
})

t.test('A write that gets no lock in time is refused as overloaded, and the next one succeeds', async (t) => {
  const path = join(t.testdir(), 'data.db')
  const [driver, other] = [new Sqlite(path, { timeout: 0 }), new Sqlite(path)]
  t.teardown(() => [driver, other].forEach((connection) => connection.close()))
  const queue = openQueue(driver)
  other.exec('BEGIN IMMEDIATE')
  await t.rejects(queue.add(async () => {}), new Overloaded())
  other.exec('COMMIT')
  t.equal(await queue.add(async () => 'done'), 'done')
})

t.test('Many writes leave turns of the event loop to others, and are committed in parts', async (t) => {
  const driver = new Sqlite(join(t.testdir(), 'data.db'))
  t.teardown(() => driver.close())
  driver.exec('CREATE TABLE done (name TEXT)')
  const insert = driver.prepare('INSERT INTO done (name) VALUES (?)')
  let now = 0
  const queue = openQueue(driver, () => now)
  const answers: number[] = []
  const writes = Array.from({ length: 20 }, (_, index) => queue.add(async () => {
    insert.run(index)
    now += 15
  }).then(() => { answers.push(index) }))
  let longest = 0
  let turns = 0
  let answeredAtTurn = 0
  const over = new AbortController()
  Promise.allSettled(writes).then(() => over.abort())
  for (let before = 0; !over.signal.aborted; before = answers.length) {
    await turn()
    turns++
    longest = Math.max(longest, answers.length - before)
    if (answers.length === 0) answeredAtTurn = turns
  }
  await Promise.all(writes)
  t.ok(turns >= 10, `others had ${turns} turns`)
  t.ok(longest <= 2, `at most ${longest} were answered together`)
  t.ok(answeredAtTurn < 10, 'the first are answered long before the last')
})

t.test('Many writes of one account delay only that account', async (t) => {
  const driver = new Sqlite(join(t.testdir(), 'data.db'))
  t.teardown(() => driver.close())
  const queue = openQueue(driver)
  const done: string[] = []
  const write = (name: string, who: Party, long = false) =>
    queue.add(async () => { done.push(name) }, { party: who, long })
  await Promise.all([
    write('a1', party(1)), write('a2', party(1)), write('a3', party(1), true), write('a4', party(1)), write('b1', party(2)),
    write('b2', party(2)), write('c1', party(3), true)
  ])
  t.strictSame(done, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

t.test('Another account is next, however many users of one account write', async (t) => {
  const driver = new Sqlite(join(t.testdir(), 'data.db'))
  t.teardown(() => driver.close())
  const queue = openQueue(driver)
  const done: string[] = []
  const write = (name: string, who: Party) => queue.add(async () => { done.push(name) }, { party: who })
  await Promise.all([
    ...Array.from({ length: 200 }, (_, user) => write(`user ${user}`, party(1, user))), write('another', party(2))
  ])
  t.strictSame(done.slice(0, 3), ['user 0', 'another', 'user 1'])
})

t.test('After a long job the next one waits for as long as the first took, so that all other writes go first', async (t) => {
  const driver = new Sqlite(':memory:')
  t.teardown(() => driver.close())
  let now = 0
  const queue = openQueue(driver, () => now)
  const done: string[] = []
  const longWork = (name: string) => queue.add(async () => {
    now += 600_000
    done.push(name)
  }, { party: party(1), long: true })
  const write = (name: string, who: Party) => queue.add(async () => { done.push(name) }, { party: who })
  const first = longWork('long').then(() => write('after it', party(2))).then(() => write('and after that', party(2)))
  const second = longWork('long again')
  await queue.add(async () => { done.push('of the same account') }, { party: party(1, 2) })
  await first
  now = 1_199_999
  await write('shortly before', party(2))
  t.strictSame(done, ['long', 'of the same account', 'after it', 'and after that', 'shortly before'])
  now++
  await write('then', party(2))
  await second
  t.ok(done.includes('long again'))
})

t.test('Time counts as waited while a unit waits, and not before or after', async (t) => {
  let now = 0
  const commit = async ({ take }: Batch) => {
    for (const { work, resolve } of take()) resolve(await work({} as Connection, () => {}))
  }
  const queue = createCommitQueue({ lanes: 1, commit, now: () => now })
  const waited: number[] = []
  const pass = (ms: number) => {
    now += ms
    waited.push(queue.waitedMs())
  }
  let next: Promise<void> | undefined
  await queue.add(async () => {
    pass(100)
    next = queue.add(async () => { pass(100) }, { long: true })
    pass(10)
  }, { long: true })
  await next
  pass(100)
  t.strictSame(waited, [0, 10, 10, 10])
})

t.test('Jobs that share a commit share one run of their hook; if it fails, only the job that caused it fails', async (t) => {
  const driver = new Sqlite(join(t.testdir(), 'data.db'))
  t.teardown(() => driver.close())
  driver.exec('CREATE TABLE done (name TEXT)')
  const insert = driver.prepare('INSERT INTO done (name) VALUES (?)')
  const queue = openQueue(driver, noTime)
  const finished: string[][] = []
  const finish: CommitHook<string> = async (_sql, names) => {
    finished.push([...names])
    if (names.includes('bad')) throw new Error('bad')
  }
  const write = (name: string) => queue.add(async (_connection, beforeCommit) => {
    insert.run(name)
    beforeCommit(finish, name)
    return name
  })
  t.strictSame(await Promise.all([write('a'), write('b')]), ['a', 'b'])
  const mixed = await Promise.allSettled([write('c'), write('bad'), write('d')])
  t.strictSame(mixed.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled'])
  t.strictSame(finished, [['a', 'b'], ['c', 'bad', 'd'], ['c'], ['bad'], ['d']])
  t.strictSame(driver.prepare('SELECT name FROM done').pluck().all(), ['a', 'b', 'c', 'd'])
})

t.test('A database that cannot be opened is an operator mistake, reported in one line without the password', async (t) => {
  for (
    const url of ['postgres://user:geheim@127.0.0.1:1/x', 'postgres://user:geheim@nowhere.invalid/x',
      'postgres://user:ge:heim@[bad/x', 'postgres://user:geheim@127.0.0.1:1/x?password=geheim', 'file:/dev/null/x.db',
      'file:/tmp']
  ) {
    try {
      await (await openDatabase(url)).close()
      t.fail(url)
    } catch (error) {
      const { name, message } = error as Error
      t.equal(name, 'OperatorMistake', url)
      t.match(message, /^DATABASE_URL[^\n]+$/)
      t.notMatch(message, /ge:?heim/)
    }
  }
})
