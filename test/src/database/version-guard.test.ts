import t, { type Test } from 'tap'
import { createVersionGuard } from '#src/database/version-guard.js'
import { startAlone } from '#src/database/release/admission.js'
import { listSeenProcesses } from '#src/database/release/processes.js'
import { readRelease, storeRelease } from '#src/database/release/row.js'
import { openDatabase, type Database } from '#src/database/database.js'
import { createTestDatabase } from '../../helper/databases.js'
import { dialects } from '../../helper/app.js'

/** Guards that look only when they are asked. */
const FOREVER_MS = 2 ** 31 - 1

async function open (t: Test, dialect: typeof dialects[number]): Promise<Database> {
  const { url, drop } = await createTestDatabase(dialect)
  const database = await openDatabase(url)
  t.teardown(async () => {
    await database.close()
    await drop()
  })
  return database
}

for (const dialect of dialects) {
  t.test(`A process that could not look for five seconds looks before it writes (${dialect})`, async (t) => {
    const database = await open(t, dialect)
    let now = 0
    const newer: string[] = []
    const guard = createVersionGuard({
      database, release: '1.0.0', intervalMs: FOREVER_MS, onNewer: (release) => newer.push(release), clocks: [() => now]
    })
    await guard.start()
    now = 4999
    t.equal(guard.requireWritable(), undefined, 'no look')
    await database.transaction(({ sql }) => storeRelease(sql, { release: '1.1.0', works_with: '1.0.0', finished: '1.0.0' }))
    now = 5001
    await guard.requireWritable()
    t.equal(guard.isFinished(), false)
    await database.transaction(({ sql }) => storeRelease(sql, { release: '1.1.0', works_with: '1.1.0', finished: '1.0.0' }))
    t.equal(guard.requireWritable(), undefined, 'it has looked')
    now = 10_002
    await t.rejects(async () => guard.requireWritable(), { message: 'Service is overloaded' })
    t.throws(() => guard.requireWritable(), { message: 'Service is overloaded' }, 'for good')
    t.ok(guard.signal.aborted)
    t.strictSame(newer, ['1.1.0'])
    await guard.stop()
  })

  t.test(`A process without an answer from the database writes nothing (${dialect})`, async (t) => {
    const database = await open(t, dialect)
    let now = 0
    let isGone = false
    const { reads, transaction } = database
    const sql = {
      ...reads.sql,
      first: (...parameters: Parameters<typeof reads.sql.first>) => {
        if (isGone) throw new Error('gone')
        return reads.sql.first(...parameters)
      }
    }
    const guard = createVersionGuard({
      database: { ...database, reads: { ...reads, sql }, transaction } as Database,
      release: '1.0.0',
      intervalMs: FOREVER_MS,
      onNewer: () => {},
      clocks: [() => now]
    })
    await guard.start()
    isGone = true
    now = 6000
    await t.rejects(async () => guard.requireWritable(), { message: 'Service is overloaded' })
    isGone = false
    await guard.requireWritable()
    await guard.stop()
  })

  t.test(`What is new in a minor begins with its finish (${dialect})`, async (t) => {
    const database = await open(t, dialect)
    const row = { release: '1.1.0', works_with: '1.0.0', finished: '1.0.0' }
    await database.transaction(({ sql }) => storeRelease(sql, row))
    const before = createVersionGuard({ database, release: '1.1.0', onNewer: () => {} })
    await before.start()
    t.ok(before.hasBegun('1.0'))
    t.throws(() => before.requireFinished('1.1'), { message: 'The upgrade is not finished', statusCode: 503 })
    await before.stop()
    await database.transaction(({ sql }) => storeRelease(sql, { ...row, finished: '1.1.0' }))
    const after = createVersionGuard({ database, release: '1.1.0', onNewer: () => {} })
    await after.start()
    after.requireFinished('1.1')
    t.ok(after.isFinished())
    await after.stop()
  })

  t.test(`A process says that it is at work, and that it stops (${dialect})`, async (t) => {
    const database = await open(t, dialect)
    const guard = createVersionGuard({ database, release: '1.0.0', isManual: true, onNewer: () => {} })
    await guard.start()
    t.match(await listSeenProcesses(database.reads.sql), [{ release: '1.0.0', pid: process.pid, manual: 1, stopped: 0 }])
    await guard.stop()
    t.match(await listSeenProcesses(database.reads.sql), [{ release: '1.0.0', stopped: 1 }])
    await database.transaction(({ sql }) => startAlone(sql))
    t.strictSame(await listSeenProcesses(database.reads.sql), [])
    t.match(await readRelease(database), { release: /^1\./ })
  })
}
