import { inOneApp } from '#test/helper/app.js'
import { partOfEvent } from '#test/helper/events.js'
import type { CommitHook } from '#src/database/database.js'
import { statement } from '#src/database/sql.js'
import { createBus } from '#src/core/events/bus.js'
import type { Consumer } from '#src/core/events/consumer.js'
import { record } from '#src/core/events/record.js'
import { createTransact } from '#src/core/transact.js'

const onBothDatabases = inOneApp()

const countSettings = statement<{ count: number }>(
  'test_count_settings',
  () => 'SELECT CAST(count(*) AS integer) AS count FROM settings WHERE name = $1'
)

onBothDatabases('A consumer gets the events of a transaction in order, writes in it, and wakes listeners after the commit', async (t, { app, adminCaller }) => {
  const seen: string[] = []
  const follower: Consumer = {
    open: () => ({
      collect: (_tx, events) => { seen.push(...events.map(({ event }) => event)) },
      finish: async (tx) => {
        await tx.prisma.setting.create({ data: { name: 'followed', value: String(seen.length) } })
        tx.wake('follower')
      }
    })
  }
  const bus = createBus()
  let rings = 0
  let woken = () => {}
  bus.listen('follower', () => {
    rings++
    woken()
  })
  const transact = createTransact({ database: app.database, bus, consumers: [follower] })
  const fail = async () => transact(adminCaller, async (tx) => {
    await record(tx, partOfEvent('ASSET_ADDED'), partOfEvent('ASSET_REMOVED'))
    tx.wake('follower')
    throw new Error('undone')
  })

  await t.rejects(fail(), { message: 'undone' })
  t.strictSame(seen.splice(0), ['ASSET_ADDED', 'ASSET_REMOVED'])
  t.equal(rings, 0, 'nobody is woken after a rollback')

  const rung = new Promise<void>((resolve) => { woken = resolve })
  await transact(adminCaller, async (tx) => {
    await record(tx, partOfEvent('PROJECT_ADDED'))
    await record(tx, partOfEvent('USER_LINKED'))
  })
  await rung
  t.strictSame(seen, ['PROJECT_ADDED', 'USER_LINKED'])
  t.same(
    await app.database.reads.sql.first(countSettings, ['followed']),
    { count: 1 },
    'a woken listener sees what was committed'
  )
})

onBothDatabases('With an Idempotency-Key a job is woken when the change is committed with its answer, and not before', async (t, { app, admin }) => {
  const { body: { asset } } = await admin.post('assets', { title: 'rushes' })
  const files: number[] = []
  app.bus.listen('media-ingest', () => {
    app.database.reads.prisma.mediaFile.count().then((count) => files.push(count), t.fail)
  })
  const body = { file_url: 'http://127.0.0.1:9/rushes.mov', filename: 'rushes.mov' }
  const { body: answer } = await admin.send('POST', `assets/${asset.id}/media`, body, { 'idempotency-key': 'once' })
  t.match(answer, { ok: String })
  while (files.length === 0) await new Promise(setImmediate)
  t.strictSame(files, [1])
})

onBothDatabases('A hook before the commit runs once with everything that was not rolled back, and sees all writes', async (t, { app, adminCaller }) => {
  const transact = createTransact({ database: app.database })
  const calls: Array<{ names: readonly string[], stored: number }> = []
  const finish: CommitHook<string> = async (sql, names) => {
    calls.push({ names, stored: (await sql.first(countSettings, ['left']))!.count })
  }
  await transact(adminCaller, async (tx) => {
    tx.beforeCommit(finish, 'first')
    await tx.savepoint(async (part) => { part.beforeCommit(finish, 'part') })
    await t.rejects(tx.savepoint(async (part) => {
      part.beforeCommit(finish, 'undone part')
      throw new Error('undone')
    }))
    await tx.prisma.setting.create({ data: { name: 'left', value: '' } })
  })
  t.strictSame(calls.splice(0), [{ names: ['first', 'part'], stored: 1 }])
  await t.rejects(transact(adminCaller, async (tx) => {
    tx.beforeCommit(finish, 'undone')
    throw new Error('undone')
  }))
  t.strictSame(calls, [])
})
