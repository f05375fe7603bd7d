import type { Test } from 'tap'
import { createAssets } from '#src/assets/assets.js'
import { laterConsumers } from '#src/consumers.js'
import { createTransact, type Transact } from '#src/core/transact.js'
import { createUnit } from '#src/core/unit.js'
import { statement } from '#src/database/sql.js'
import { createProjects } from '#src/projects/projects.js'
import { createHistoryRepair } from '#src/repairs/history.js'
import { createItemsRepair } from '#src/repairs/items.js'
import { createRepairJobs } from '#src/repairs/jobs.js'
import { verifyIndex } from '#src/search/verify.js'
import { createCascades } from '#src/trash/cascades.js'
import { releases } from '#src/releases.js'
import { webhookOutbox } from '#src/webhooks/outbox/outbox.js'
import { DAY_MS } from '#src/basics/units.js'
import { onBothDatabases, type World } from '../../helper/app.js'
import { addAsset, addItemTo, addProject, succeed } from '../../helper/items.js'
import { keepLog } from '../../helper/log.js'

const BEGIN = 'the history is looked through for entries that an older version has given no change'
const REPAIRED = 'entries that an older version has given no change have one'
const INDEXED = 'items that an older version has left out of the search index are in it'

/** Writes as a version without the search index and changes does. */
function openOldVersion ({ app: { database }, adminCaller }: World) {
  const transact = createTransact({ database, consumers: [webhookOutbox], releases })
  const cascades = createCascades({ database, transact })
  return {
    unit: createUnit({ database, transact }, adminCaller),
    assets: createAssets({ cascades }),
    projects: createProjects({ cascades })
  }
}

/** This version: its job, and its reports. */
function openRepairs ({ app }: World, { comparedAtOnce, passedMs = 0, onTransaction = () => {} }: {
  comparedAtOnce?: number, passedMs?: number, onTransaction?: () => void
} = {}) {
  const { database, bus, numberChanges: number } = app
  const log = keepLog()
  const inner = createTransact({ database, bus, consumers: laterConsumers })
  let transactions = 0
  const transact: Transact = async (...parameters) => {
    const result = await inner(...parameters)
    transactions++
    onTransaction()
    return result
  }
  const [job] = createRepairJobs({
    repairHistory: createHistoryRepair({ database, transact, number, comparedAtOnce }),
    repairItems: createItemsRepair({ database, transact }),
    log: log.logger,
    clock: () => Date.now() + passedMs
  })
  return {
    log,
    run: (signal = new AbortController().signal) => job!.run(signal, () => {}),
    transactions: () => transactions
  }
}

const changesOf = async ({ admin }: World): Promise<any[]> => (await succeed(admin.get('changes?limit=1000'))).changes

/** Every entry of the history has one change, and the index matches the rows. */
async function isWhole (t: Test, world: World): Promise<void> {
  const { prisma } = world.app.database.reads
  const changes = await changesOf(world)
  const entries = await prisma.historyEntry.findMany({ select: { id: true } })
  t.strictSame(changes.map(({ id }) => id).sort(), entries.map(({ id }) => id).sort())
  t.match(await verifyIndex(world.app.database), { missing: [], outdated: [], orphaned: [] })
}

onBothDatabases('What an older version has written is numbered, behind all that was, and indexed', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const [changed, purged] = [await addAsset(admin, { title: 'Before' }), await addAsset(admin)]
  const moved = await addItemTo(admin, 'assets', project.id)
  const before = await succeed(admin.get('changes?since=now'))
  const { unit, assets, projects } = openOldVersion(world)
  const added = await assets.create(unit, { title: 'Wallaby' })
  const child = await projects.create(unit, { title: 'Kangaroo' })
  await assets.update(unit, changed.id, { title: 'Afterwards' })
  await assets.purge(unit, purged.id)
  await assets.unassign(unit, moved.id)
  await projects.assign(unit, child.id, project.id)
  const own = await addAsset(admin, { title: 'Between' })
  await assets.trash(unit, own.id)
  t.equal((await succeed(admin.get('search?q=wallaby'))).results.length, 0)

  const { log, run } = openRepairs(world, { comparedAtOnce: 3 })
  await run()
  await isWhole(t, world)
  const { changes } = await succeed(admin.get(`changes?since=${before.next}`))
  t.strictSame(changes.map(({ event }: any) => event), [
    'ASSET_ADDED', 'ASSET_ADDED', 'PROJECT_ADDED', 'USER_LINKED', 'ASSET_EDITED_METADATA', 'ASSET_PURGED',
    'ASSET_UNLINKED', 'PROJECT_LINKED', 'ASSET_REMOVED'
  ], 'nothing is put before a place that was given out')
  t.equal(changes[1].targets.asset_id, added.id)
  t.strictSame((await succeed(admin.get('search?q=wallaby'))).results.map(({ asset }: any) => asset.id), [added.id])
  t.equal((await succeed(admin.get('search?q=kangaroo'))).results.length, 1)
  t.equal((await succeed(admin.get('search?q=afterwards'))).results.length, 1)
  t.match(log.about(BEGIN), [{ missing: 8 }])
  t.match(log.about(REPAIRED), [{ entries: 8, durationMs: Number }])

  const { asset } = await succeed(admin.post('assets', { title: 'Inside' }))
  await succeed(admin.post(`assets/${asset.id}/assign`, { to_project_id: child.id }))
  const within = await succeed(admin.get(`changes?within=${project.id}&event=ASSET_LINKED&since=${before.next}`))
  t.equal(within.changes.length, 1, 'where projects stand is known')
})

onBothDatabases('Items that are not in the index come into it', async (t, world) => {
  const { app, admin, adminCaller } = world
  const ids = [(await addAsset(admin, { title: 'Wombat' })).id, (await addProject(admin, { title: 'Wombat' })).id]
  await addAsset(admin)
  const { sql } = app.database.reads
  await app.transact(adminCaller, async (tx) => {
    if (sql.dialect.name === 'sqlite') {
      await tx.sql.run(statement('', () => `DELETE FROM search_index WHERE rowid IN
        (SELECT id FROM search_items WHERE item_id IN ('${ids.join("','")}'))`), [])
    }
    await tx.sql.run(statement('', () => `DELETE FROM search_items WHERE item_id IN ('${ids.join("','")}')`), [])
  })
  t.equal((await succeed(admin.get('search?q=wombat'))).results.length, 0)
  const { log, run } = openRepairs(world)
  await run()
  t.equal((await succeed(admin.get('search?q=wombat'))).results.length, 2)
  await isWhole(t, world)
  t.match(log.about(INDEXED), [{ items: 2 }])
  t.strictSame(log.about(BEGIN), [])
})

onBothDatabases('Where nothing is missing nothing is looked through, and what was counted is not counted again', async (t, world) => {
  for (let count = 0; count < 5; count++) await addAsset(world.admin)
  const first = openRepairs(world, { passedMs: 2 * DAY_MS })
  await first.run()
  t.strictSame(first.log.about(BEGIN), [])
  t.equal(first.transactions(), 2, 'how far it came is kept, of the history and of items')
  const setting = await world.app.database.reads.prisma.setting.findUniqueOrThrow({ where: { name: 'repaired_history' } })
  const entries = await world.app.database.reads.prisma.historyEntry.findMany({ orderBy: { id: 'desc' } })
  t.strictSame(JSON.parse(setting.value), { after: entries[0]!.id, count: entries.length, surplus: 0 })
  const second = openRepairs(world, { passedMs: 2 * DAY_MS })
  await second.run()
  t.equal(second.transactions(), 0)

  const old = openOldVersion(world)
  await old.assets.create(old.unit, { title: 'Late' })
  const third = openRepairs(world, { passedMs: 2 * DAY_MS })
  await third.run()
  t.match(third.log.about(REPAIRED), [{ entries: 1 }])
  await isWhole(t, world)
})

onBothDatabases('An entry that a clock has put before what was looked at is counted once', async (t, world) => {
  const { app, adminCaller } = world
  const { accountId, userId } = adminCaller
  await addAsset(world.admin)
  await openRepairs(world, { passedMs: 2 * DAY_MS }).run()
  await app.numberChanges()
  const { _max: { number } } = await app.database.reads.prisma.change.aggregate({ _max: { number: true } })
  await app.transact(adminCaller, async (tx) => {
    const id = '01890000-0000-7000-8000-000000000001'
    const data = { id, accountId, event: 'USER_ADDED', severity: 1, targets: '{}', time: new Date(), userId }
    await tx.prisma.historyEntry.create({ data })
    await tx.prisma.change.create({ data: { accountId, number: number! + 1n, entryId: id } })
  })
  for (const times of [1, 0]) {
    const { log, run } = openRepairs(world, { passedMs: 2 * DAY_MS })
    await run()
    t.equal(log.about(BEGIN).length, times)
    t.strictSame(log.about(REPAIRED), [])
  }
  await isWhole(t, world)
})

onBothDatabases('Changes of entries that are not there any more are no reason to look again and again', async (t, world) => {
  const { app, adminCaller } = world
  const { id } = await addAsset(world.admin)
  await app.numberChanges()
  await app.transact(adminCaller, (tx) => tx.prisma.historyEntry.deleteMany({ where: { assetId: id } }))
  for (const times of [1, 0]) {
    const { log, run } = openRepairs(world, { passedMs: 2 * DAY_MS })
    await run()
    t.equal(log.about(BEGIN).length, times)
  }
  const old = openOldVersion(world)
  await old.assets.create(old.unit, { title: 'Late' })
  const { log, run } = openRepairs(world, { passedMs: 2 * DAY_MS })
  await run()
  t.match(log.about(REPAIRED), [{ entries: 1 }])
})

onBothDatabases('It may be ended between two pieces, and done by several processes at once: none is numbered twice', async (t, world) => {
  const { unit, assets } = openOldVersion(world)
  const { client } = await world.addStranger()
  for (let count = 0; count < 250; count++) {
    await assets.create(unit, { title: `Old ${count}` })
    if (count % 50 === 0) await addAsset(count % 100 === 0 ? client : world.admin)
  }
  const stopping = new AbortController()
  const ended = openRepairs(world, { comparedAtOnce: 60, onTransaction: () => stopping.abort() })
  await ended.run(stopping.signal)
  t.equal(ended.transactions(), 1)
  t.strictSame(ended.log.about(REPAIRED), [])
  await Promise.all([50, 70, 20_000].map((comparedAtOnce) => openRepairs(world, { comparedAtOnce }).run()))
  const all = [...await changesOf(world), ...(await succeed(client.get('changes?limit=1000'))).changes].map(({ id }) => id)
  const entries = await world.app.database.reads.prisma.historyEntry.findMany({ select: { id: true } })
  t.strictSame(all.sort(), entries.map(({ id }) => id).sort())
  t.match(await verifyIndex(world.app.database), { missing: [], outdated: [], orphaned: [] })
})
