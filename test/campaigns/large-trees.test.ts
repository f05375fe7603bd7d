import t from 'tap'
import type { Transact } from '../../src/core/transact.js'
import { createUnit } from '../../src/core/unit.js'
import { createProjects } from '../../src/projects/projects.js'
import { createCascades } from '../../src/trash/cascades.js'
import { onBothDatabases, type World } from '../helper/app.js'
import { fillChain, fillProject } from '../helper/fill.js'
import { addAsset, addItemTo, addProject, isDeleted, readItem, succeed } from '../helper/items.js'
import { addWebhook, queuedFor } from '../helper/webhooks.js'

/** More items than one transaction changes. */
const MANY = 700
const DEPTH = 1500
const MEBIBYTE = 1024 ** 2

t.setTimeout(300_000)

/**
 * Projects whose cascades run in the smallest pieces, and apart from those of the app, as in another process. `between`
 * is called after each transaction.
 */
function openInPieces ({ app, adminCaller }: World, between: (count: number) => Promise<void> | void = () => {}) {
  const { database } = app
  let count = 0
  const transact: Transact = async (...parameters) => {
    const result = await app.transact(...parameters)
    await between(++count)
    return result
  }
  const cascades = createCascades({ database, transact, pieceMs: 0 })
  const unit = createUnit({ database, transact }, adminCaller)
  const projects = createProjects({ cascades })
  return {
    cascades,
    trash: (id: string) => projects.trash(unit, id),
    restore: (id: string) => projects.restore(unit, id),
    purge: (id: string) => projects.purge(unit, id),
    transactions: () => count
  }
}

/** The number of items in each state, and of their events of each kind. */
async function stateOf ({ app }: World, ids: readonly string[]) {
  const { prisma } = app.database.reads
  const wanted = new Set(ids)
  const rows = [...await prisma.asset.findMany({ select: { id: true, cohortId: true } }),
    ...await prisma.project.findMany({ select: { id: true, cohortId: true } })]
    .filter(({ id }) => wanted.has(id))
  const entries = (await prisma.historyEntry.findMany({ select: { event: true, assetId: true, projectId: true } }))
    .filter(({ assetId, projectId }) => wanted.has(assetId ?? projectId ?? ''))
  const count = (ending: string) => entries.filter(({ event }) => event.endsWith(ending)).length
  return {
    active: rows.filter(({ cohortId }) => cohortId === null).length,
    trashed: rows.filter(({ cohortId }) => cohortId !== null).length,
    events: [count('_REMOVED'), count('_RESTORED'), count('_PURGED')]
  }
}

onBothDatabases('A large project is trashed, restored and deleted in pieces, each item once', async (t, world) => {
  const { app, admin } = world
  const { prisma } = app.database.reads
  const root = await addProject(admin)
  const low = await addItemTo(admin, 'projects', root.id)
  const before = await addItemTo(admin, 'assets', low.id)
  await succeed(admin.post(`assets/${before.id}/trash_bin`))
  const ids = [root.id, low.id, ...(await fillProject(world, low.id, { assets: MANY })).assets,
    ...(await fillProject(world, root.id, { assets: 20, projects: 20 })).assets]
  const webhook = await addWebhook(admin, {
    trigger_events: ['ASSET_REMOVED', 'ASSET_RESTORED', 'ASSET_PURGED', 'PROJECT_REMOVED', 'PROJECT_RESTORED',
      'PROJECT_PURGED'],
    project_id: root.id
  })
  const { trash, restore, purge, transactions } = openInPieces(world)

  await trash(root.id)
  const afterTrash = transactions()
  t.ok(afterTrash >= MANY / 200, `${afterTrash} transactions`)
  t.strictSame(await stateOf(world, ids), { active: 0, trashed: ids.length, events: [ids.length, 0, 0] })
  t.equal(await prisma.cascade.count(), 0, 'the cascade is over when the request is answered')
  const { cohortId } = await prisma.project.findUniqueOrThrow({ where: { id: root.id } })
  t.not(
    (await prisma.asset.findUniqueOrThrow({ where: { id: before.id } })).cohortId,
    cohortId,
    'an item that was trashed before is not in the cohort'
  )

  const moved = ids[5]!
  const elsewhere = await addProject(admin)
  await succeed(admin.post(`assets/${moved}/assign`, { to_project_id: elsewhere.id }))
  await restore(root.id)
  t.ok(transactions() - afterTrash >= MANY / 200)
  t.strictSame(
    await stateOf(world, ids),
    { active: ids.length, trashed: 0, events: [ids.length, ids.length, 0] },
    'what was moved away comes back too'
  )
  t.equal(await isDeleted(admin, 'assets', before.id), true)

  await purge(root.id)
  t.strictSame(
    await stateOf(world, ids),
    { active: 1, trashed: 0, events: [ids.length, ids.length, ids.length - 1] },
    'what was moved away stays'
  )
  t.equal((await admin.get(`assets/${before.id}`)).status, 404)
  const told = await queuedFor(world, webhook.id)
  t.equal(new Set(told.map(({ id }) => id)).size, told.length)
  // The projects of fillProject, the asset that was trashed before, and the one that was elsewhere when it was
  // restored.
  t.equal(told.length, 3 * (ids.length + 20) + 1 - 2, 'webhooks get each event once')
})

onBothDatabases('A subproject is restored in pieces, with the items of its cohort below it', async (t, world) => {
  const { admin } = world
  const root = await addProject(admin)
  const low = await addItemTo(admin, 'projects', root.id)
  const { assets } = await fillProject(world, low.id, { assets: MANY })
  const beside = await addItemTo(admin, 'assets', root.id)
  const { trash, restore, transactions } = openInPieces(world)
  await trash(root.id)
  const afterTrash = transactions()
  await restore(low.id)
  t.ok(transactions() - afterTrash >= MANY / 200)
  t.strictSame(await stateOf(world, [low.id, ...assets]), {
    active: MANY + 1,
    trashed: 0,
    events: [MANY + 1, MANY + 1, 0]
  })
  t.strictSame(await stateOf(world, [root.id, beside.id]), { active: 0, trashed: 2, events: [2, 0, 0] })
})

onBothDatabases('Between the pieces others are answered, and requests for the tree wait', async (t, world) => {
  const { admin } = world
  const root = await addProject(admin)
  const low = await addItemTo(admin, 'projects', root.id)
  const { assets } = await fillProject(world, low.id, { assets: MANY })
  const [first, last] = [assets[0]!, assets.at(-1)!]
  const [elsewhere, other, loose] = [await addProject(admin), await addProject(admin), await addAsset(admin)]
  const inOther = await addItemTo(admin, 'assets', other.id)
  let waiting: Array<Promise<any>> = []
  const { trash } = openInPieces(world, async (count) => {
    if (count !== 2) return
    await succeed(admin.put(`assets/${last}`, { title: 'Renamed' }))
    await succeed(admin.post(`assets/${loose.id}/assign`, { to_project_id: elsewhere.id }))
    await succeed(admin.post(`projects/${other.id}/trash_bin`))
    t.strictSame(
      [await isDeleted(admin, 'assets', inOther.id), await isDeleted(admin, 'assets', last)],
      [true, false],
      'these are answered while the cascade is running'
    )
    waiting = [
      admin.post(`assets/${last}/assign`, { to_project_id: elsewhere.id }),
      admin.post(`assets/${loose.id}/assign`, { to_project_id: low.id }),
      admin.post(`assets/${first}/restore`),
      admin.post(`projects/${root.id}/trash_bin`)
    ]
  })
  await trash(root.id)
  const [away, into, restored, again] = await Promise.all(waiting)
  t.strictSame([away, restored, again].map(({ status, body }) => [status, body.error]), Array(3).fill([200, undefined]))
  t.equal(into.body.error, `project with id: ${low.id} not found`, 'its target is in the trash')
  t.match(
    await readItem(admin, 'assets', last),
    { project_id: elsewhere.id, deleted: true, title: 'Renamed' },
    'it was trashed and then moved'
  )
  t.match(await readItem(admin, 'assets', first), { project_id: low.id, deleted: false })
  t.strictSame(await stateOf(world, [root.id, low.id, ...assets]), {
    active: 1,
    trashed: MANY + 1,
    events: [MANY + 2, 1, 0]
  })
})

onBothDatabases('Different requests for one large tree are done one after the other', async (t, world) => {
  const { app, admin } = world
  const top = await addProject(admin)
  const root = await addItemTo(admin, 'projects', top.id)
  const { assets } = await fillProject(world, root.id, { assets: MANY })
  const ids = [top.id, root.id, ...assets]
  let waiting: Promise<any> | undefined
  const { trash, restore } = openInPieces(world, (count) => {
    if (count === 2) {
      waiting ??= Promise.all([admin.post(`projects/${top.id}/trash_bin`), admin.post(`projects/${root.id}/trash_bin`)])
    }
  })
  await trash(root.id)
  await waiting
  t.strictSame(await stateOf(world, ids), { active: 0, trashed: ids.length, events: [ids.length, 0, 0] })
  const cohorts = await app.database.reads.prisma.project.findMany({
    where: { id: { in: [top.id, root.id] } },
    select: { cohortId: true }
  })
  t.not(cohorts[0]!.cohortId, cohorts[1]!.cohortId, 'each has a cohort of its own')
  await Promise.all([restore(root.id), admin.post(`projects/${root.id}/restore`)])
  t.strictSame(await stateOf(world, [root.id, ...assets]), {
    active: MANY + 1,
    trashed: 0,
    events: [MANY + 1, MANY + 1, 0]
  })
  const [deleted, restored] = await Promise.all([admin.delete(`projects/${top.id}`),
    admin.post(`projects/${top.id}/restore`)])
  t.strictSame([deleted.status, [200, 404].includes(restored.status)], [200, true])
  t.match(await stateOf(world, ids), { active: 0, trashed: 0, events: [ids.length, Number, ids.length] })
})

for (const step of ['trash', 'restore', 'purge'] as const) {
  onBothDatabases(`A ${step} that stops between two pieces is finished by a retry or by the job`, async (t, world) => {
    const { app, admin, adminCaller } = world
    const root = await addProject(admin)
    const ids = [root.id, ...(await fillProject(world, root.id, { assets: MANY })).assets]
    if (step === 'restore') await app.projects.trash(createUnit(app, adminCaller), root.id)
    const stopping = openInPieces(world, (count) => { if (count === 2) stopping.cascades.stop() })
    await t.rejects(stopping[step](root.id), { message: 'Service is overloaded' })
    t.equal(await app.database.reads.prisma.cascade.count(), 1)
    const expected =
      {
        trash: { active: 0, trashed: MANY + 1, events: [MANY + 1, 0, 0] },
        restore: { active: MANY + 1, trashed: 0, events: [MANY + 1, MANY + 1, 0] },
        purge: { active: 0, trashed: 0, events: [0, 0, MANY + 1] }
      }[step]
    t.notSame(await stateOf(world, ids), expected, 'it is half done')
    if (step === 'trash') await succeed(admin.post(`projects/${root.id}/trash_bin`))
    else await app.cascades.finishLeftovers(new AbortController().signal, () => {})
    t.strictSame(await stateOf(world, ids), expected, step === 'trash' ? 'by a retry of the caller' : 'by the job')
    t.equal(await app.database.reads.prisma.cascade.count(), 0)
  })
}

onBothDatabases('A large trash with an Idempotency-Key is done once, and a retry gets its answer', async (t, world) => {
  const { admin } = world
  const root = await addProject(admin)
  const ids = [root.id, ...(await fillProject(world, root.id, { assets: MANY })).assets]
  const headers = { 'idempotency-key': 'large' }
  const first = await admin.send('POST', `projects/${root.id}/trash_bin`, undefined, headers)
  t.strictSame([first.status, first.body], [200, { ok: 'Project moved to trash bin' }])
  t.strictSame(await stateOf(world, ids), { active: 0, trashed: ids.length, events: [ids.length, 0, 0] })
  await succeed(admin.post(`projects/${root.id}/restore`))
  const again = await admin.send('POST', `projects/${root.id}/trash_bin`, undefined, headers)
  t.strictSame([again.text, again.headers['idempotency-replayed']], [first.text, 'true'])
  t.equal(await isDeleted(admin, 'projects', root.id), false, 'it is not done a second time')
})

onBothDatabases('Large items are processed in smaller pieces', async (t, world) => {
  const { app, admin, adminCaller } = world
  const root = await addProject(admin)
  const { assets } = await fillProject(world, root.id, { assets: 12 })
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.asset.updateMany({ data: { description: 'x'.repeat(MEBIBYTE - 1000) } })
  })
  const { transactions, ...pieces } = openInPieces(world)
  for (const step of ['trash', 'restore', 'purge'] as const) {
    const before = transactions()
    await pieces[step](root.id)
    t.ok(transactions() - before >= 4, `${step}: no more than four mebibytes at once`)
  }
  t.strictSame(await stateOf(world, assets), { active: 0, trashed: 0, events: [12, 12, 12] })
})

onBothDatabases('A deep chain of projects is trashed, restored and deleted', async (t, world) => {
  const { admin } = world
  const ids = await fillChain(world, DEPTH)
  const bottom = await addItemTo(admin, 'assets', ids.at(-1)!)
  const listener = await addWebhook(admin, {
    trigger_events: ['PROJECT_REMOVED', 'PROJECT_RESTORED', 'PROJECT_PURGED'],
    project_id: ids[DEPTH - 10]
  })
  const inside = await admin.post(`projects/${ids[0]}/assign`, { to_project_id: ids.at(-1) })
  t.equal(inside.body.error, 'project cannot be assigned to itself or its subprojects')
  await succeed(admin.post(`projects/${ids[0]}/trash_bin`))
  t.strictSame(await stateOf(world, [...ids, bottom.id]), { active: 0, trashed: DEPTH + 1, events: [DEPTH + 1, 0, 0] })
  await succeed(admin.post(`projects/${ids[0]}/restore`))
  t.strictSame(await stateOf(world, [...ids, bottom.id]), {
    active: DEPTH + 1,
    trashed: 0,
    events: [DEPTH + 1, DEPTH + 1, 0]
  })
  await succeed(admin.delete(`projects/${ids[0]}`))
  t.strictSame(await stateOf(world, [...ids, bottom.id]), {
    active: 0,
    trashed: 0,
    events: [DEPTH + 1, DEPTH + 1, DEPTH + 1]
  })
  t.equal((await queuedFor(world, listener.id)).length, 30, 'a webhook gets the events below its project')
})
