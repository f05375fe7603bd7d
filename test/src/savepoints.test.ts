import { setImmediate as turn } from 'node:timers/promises'
import { inAppOfProcess, type World } from '../helper/app.js'
import { eventsOf } from '../helper/items.js'
import { addWebhook, queuedFor } from '../helper/webhooks.js'
import type { Caller } from '../../src/core/caller.js'
import { createPart } from '../../src/core/unit.js'

const onBothDatabases = inAppOfProcess()

const countAssets = ({ app, adminCaller: { accountId } }: Pick<World, 'app' | 'adminCaller'>) =>
  app.database.reads.prisma.asset.count({ where: { accountId } })

/** A limit that is over before the transaction begins. */
const OVER = -1

onBothDatabases('A failed part of a transaction is rolled back alone, with its events and deliveries', async (t, world) => {
  const { app, admin, adminCaller } = world
  const webhook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED'] })
  const woken: string[] = []
  app.bus.listen('webhooks', () => {
    woken.push('webhooks')
  })
  const create = (title: string) =>
    app.transact(adminCaller, (tx) => tx.savepoint((part) => app.assets.create(createPart(part), { title })))

  const kept = await app.transact(adminCaller, async (tx) => {
    const first = await tx.savepoint((part) => app.assets.create(createPart(part), { title: 'First' }))
    await t.rejects(tx.savepoint(async (part) => {
      await app.assets.create(createPart(part), { title: 'Undone' })
      throw new Error('undone')
    }), { message: 'undone' })
    const last = await tx.savepoint((part) => app.assets.create(createPart(part), { title: 'Last' }))
    t.strictSame(woken, [], 'nobody is woken before the commit')
    return [first, last]
  })
  for (const { id } of kept) t.strictSame(await eventsOf(admin, 'assets', id), ['ASSET_ADDED'])
  t.strictSame((await queuedFor(world, webhook.id)).map(({ data }) => data.asset.title), ['First', 'Last'])
  t.equal(await countAssets(world), 2)
  t.ok(await create('Another'))
})

onBothDatabases('Operations that join a transaction see its writes, and are rolled back with it', async (t, { app, admin, adminCaller }) => {
  const ids: string[] = []
  await t.rejects(app.transact(adminCaller, async (tx) => {
    const unit = createPart(tx)
    const { id } = await app.assets.create(unit, { title: 'First' })
    ids.push(id)
    t.match(await app.assets.update(unit, id, { title: 'Second' }), { row: { title: 'Second' } })
    t.equal(await countAssets({ app, adminCaller }), 0, 'others do not see it')
    throw new Error('undone')
  }), { message: 'undone' })
  t.equal((await admin.get(`assets/${ids[0]}`)).status, 404)
})

onBothDatabases('Beginning a transaction within another is an error, and the outer one is rolled back', async (t, { app, adminCaller }) => {
  const begin = (caller: Caller) => app.transact(caller, async () => {})
  const message = /was begun within another/
  await t.rejects(app.transact(adminCaller, (tx) => begin(tx.caller)), { message })
  await t.rejects(app.transact(adminCaller, (tx) => begin(createPart(tx).caller)), { message })
  await t.rejects(app.transact(adminCaller, async (tx) => {
    await app.assets.create(createPart(tx), { title: 'Undone' })
    await tx.savepoint((part) => begin(part.caller))
  }), { message })
  t.equal(await countAssets({ app, adminCaller }), 0)
  const past = await app.transact(adminCaller, async (tx) => tx.caller)
  await t.resolves(begin(past), 'another may begin after it')
})

onBothDatabases('The time limit of a transaction includes its hooks before the commit; beyond it everything is rolled back', async (t, { app, adminCaller }) => {
  const create = (longestMs: number) => app.transact(adminCaller, async (tx) => {
    await app.assets.create(createPart(tx), { title: 'Long' })
    tx.beforeCommit(async (_sql, [requireTime]) => {
      requireTime!()
    }, tx.requireTime)
  }, { long: true, longestMs })
  await t.rejects(create(OVER), { message: 'Operations that are done together must not take longer than 5 seconds' })
  t.equal(await countAssets({ app, adminCaller }), 0)
  await create(60_000)
  t.equal(await countAssets({ app, adminCaller }), 1)
})

onBothDatabases('On SQLite the limit counts the time in which others wait for the writer, on PostgreSQL all of it', async (t, { app, adminCaller }) => {
  const { hasOneWriter } = app.database.reads.sql.dialect
  const limited = { long: true, longestMs: 5 }
  const alone = app.transact(adminCaller, async (tx) => {
    const since = performance.now()
    while (performance.now() - since < 10) await turn()
    tx.requireTime()
  }, limited)
  if (hasOneWriter) await alone
  else await t.rejects(alone, { code: 'BULK_TOO_LONG' })
  let neighbour: Promise<string> | undefined
  await t.rejects(app.transact(adminCaller, async (tx) => {
    neighbour = app.transact({ ...adminCaller }, async () => 'done')
    for (;;) {
      tx.requireTime()
      await turn()
    }
  }, limited), { code: 'BULK_TOO_LONG' })
  t.equal(await neighbour, 'done')
})

onBothDatabases('A bulk is rolled back if its index entries and deliveries take too long', async (t, { app, admin, adminCaller }) => {
  await addWebhook(admin, { trigger_events: ['ASSET_ADDED'] })
  const description = `${'\u3316'.repeat(20_000)}`
  await t.rejects(app.transact(adminCaller, async (tx) => {
    for (let index = 0; index < 40; index++) await app.assets.create(createPart(tx), { title: 'Long', description })
  }, { long: true, longestMs: OVER }), { code: 'BULK_TOO_LONG' })
  t.equal(await countAssets({ app, adminCaller }), 0)
})
