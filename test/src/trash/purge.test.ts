import { purgeDue } from '#src/trash/timer.js'
import { onBothDatabases, type World } from '../../helper/app.js'
import { fillChain, fillProject } from '../../helper/fill.js'
import {
  addAsset, addItem, addItemTo, addProject, historyOf, isDeleted, itemPaths, namesOf, readItem, succeed, type ItemPath
} from '../../helper/items.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** Runs the timer as if this number of milliseconds had passed since an item was trashed. */
async function purgeAfter ({ app }: World, rootId: string, passedMs: number, retentionDays = 14): Promise<void> {
  const { trashedAt } = await app.database.reads.prisma.trashCohort.findFirstOrThrow({
    where: { rootId },
    orderBy: { trashedAt: 'desc' }
  })
  const clock = () => trashedAt.getTime() + passedMs
  await purgeDue({ database: app.database, transact: app.transact, retentionDays, clock }, new AbortController().signal)
}

/** Makes the trashing of an item older by this number of milliseconds. */
async function backdate ({ app, adminCaller }: World, rootId: string, byMs: number): Promise<void> {
  const cohort = await app.database.reads.prisma.trashCohort.findFirstOrThrow({ where: { rootId } })
  await app.transact(
    adminCaller,
    (tx) =>
      tx.prisma.trashCohort.update({
        where: { id: cohort.id },
        data: { trashedAt: new Date(cohort.trashedAt.getTime() - byMs) }
      })
  )
}

onBothDatabases('The timer deletes items that have been in the trash for 14 days', async (t, world) => {
  const { app, admin, addUser, addStranger } = world
  const trash = (path: ItemPath, id: string) => succeed(admin.post(`${path}/${id}/trash_bin`))
  const purgedEvents = (id: string) =>
    app.database.reads.prisma.historyEntry.findMany({
      where: { OR: [{ assetId: id }, { projectId: id }], event: { endsWith: '_PURGED' } }
    })

  for (const path of itemPaths) {
    await t.test(`${path}: not a millisecond earlier, and then permanently`, async (t) => {
      const { id } = await addItem(admin, path)
      await succeed(admin.put(`${path}/${id}`, { external_id: `${path} due` }))
      await trash(path, id)
      await purgeAfter(world, id, 14 * DAY_MS - 1)
      t.equal(await isDeleted(admin, path, id), true)
      await purgeAfter(world, id, 14 * DAY_MS)
      const { status, body } = await admin.get(`${path}/${id}`)
      t.strictSame([status, body], [404, { error: `${namesOf[path].single} not found` }])
      t.equal((await admin.get(`external_ids/${path}%20due`)).status, 404, 'its external id is free')
    })

    await t.test(`${path}: the event names the user who trashed it`, async (t) => {
      const user = await addUser()
      const { id } = await addItem(admin, path)
      await succeed(user.client.post(`${path}/${id}/trash_bin`))
      await purgeAfter(world, id, 14 * DAY_MS)
      const [event, ...more] = await purgedEvents(id)
      t.match(event, { event: `${namesOf[path].event}_PURGED`, severity: 2, userId: user.id })
      t.strictSame(JSON.parse(event!.targets), { [namesOf[path].target]: id })
      t.strictSame(more, [])
    })
  }

  await t.test('The retention may be a fraction of a day', async (t) => {
    const { id } = await addAsset(admin)
    await trash('assets', id)
    await purgeAfter(world, id, DAY_MS / 2 - 1, 0.5)
    t.equal(await isDeleted(admin, 'assets', id), true)
    await purgeAfter(world, id, DAY_MS / 2, 0.5)
    t.equal(await isDeleted(admin, 'assets', id), null)
  })

  await t.test('An item that is active, or was restored in time, is never deleted', async (t) => {
    const [active, restored] = [await addAsset(admin), await addProject(admin)]
    await trash('projects', restored.id)
    await succeed(admin.post(`projects/${restored.id}/restore`))
    const marker = await addAsset(admin)
    await trash('assets', marker.id)
    await purgeAfter(world, marker.id, 1000 * DAY_MS)
    t.strictSame([await isDeleted(admin, 'assets', active.id), await isDeleted(admin, 'projects', restored.id)], [false,
      false])
  })

  await t.test('The time counts from the last trashing', async (t) => {
    const { id } = await addAsset(admin)
    await trash('assets', id)
    await backdate(world, id, 13 * DAY_MS)
    await succeed(admin.post(`assets/${id}/restore`))
    await trash('assets', id)
    await purgeAfter(world, id, 13 * DAY_MS)
    t.equal(await isDeleted(admin, 'assets', id), true)
  })

  await t.test('A project is deleted with its cohort; an active child is only unlinked from it', async (t) => {
    const user = await addUser()
    const project = await addProject(admin)
    const [gone, kept] = [await addItemTo(admin, 'assets', project.id), await addItemTo(admin, 'assets', project.id)]
    const [goneProject, keptProject] = [await addItemTo(admin, 'projects', project.id),
      await addItemTo(admin, 'projects', project.id)]
    const inKept = await addItemTo(admin, 'assets', keptProject.id)
    await succeed(user.client.post(`projects/${project.id}/trash_bin`))
    await succeed(admin.post(`assets/${kept.id}/restore`))
    await succeed(admin.post(`projects/${keptProject.id}/restore`))
    await purgeAfter(world, project.id, 14 * DAY_MS)
    for (const [path, id] of [['projects', project.id], ['assets', gone.id], ['projects', goneProject.id]] as const) {
      t.equal(await isDeleted(admin, path, id), null)
    }
    t.match(await readItem(admin, 'assets', kept.id), { project_id: null, deleted: false })
    t.match(await readItem(admin, 'projects', keptProject.id), { project_id: null, deleted: false })
    t.match(await readItem(admin, 'assets', inKept.id), { project_id: keptProject.id, deleted: false })
    const [unlinked] = await historyOf(admin, 'assets', kept.id)
    t.match(unlinked, {
      event: 'ASSET_UNLINKED',
      user_id: user.id,
      targets: { asset_id: kept.id, project_id: project.id }
    })
    const [parted] = await historyOf(admin, 'projects', keptProject.id)
    t.match(parted, {
      event: 'PROJECT_UNLINKED',
      user_id: user.id,
      targets: { project_id: keptProject.id, to_project_id: project.id }
    })
    t.equal((await purgedEvents(gone.id)).length, 1)
  })

  await t.test('A child that was trashed later keeps its own 14 days', async (t) => {
    const project = await addProject(admin)
    const [asset, subproject] = [await addItemTo(admin, 'assets', project.id),
      await addItemTo(admin, 'projects', project.id)]
    await trash('projects', project.id)
    await backdate(world, project.id, 2 * DAY_MS)
    await succeed(admin.post(`assets/${asset.id}/restore`))
    await succeed(admin.post(`projects/${subproject.id}/restore`))
    await trash('assets', asset.id)
    await trash('projects', subproject.id)
    await purgeAfter(world, project.id, 14 * DAY_MS)
    t.equal(await isDeleted(admin, 'projects', project.id), null)
    t.match(await readItem(admin, 'assets', asset.id), { project_id: null, deleted: true })
    t.match(await readItem(admin, 'projects', subproject.id), { project_id: null, deleted: true })
    await succeed(admin.post(`assets/${asset.id}/restore`))
    await purgeAfter(world, subproject.id, 14 * DAY_MS)
    t.strictSame([await isDeleted(admin, 'assets', asset.id), await isDeleted(admin, 'projects', subproject.id)], [
      false,
      null
    ])
  })

  await t.test('A child that was trashed earlier is deleted earlier', async (t) => {
    const project = await addProject(admin)
    const asset = await addItemTo(admin, 'assets', project.id)
    await trash('assets', asset.id)
    await backdate(world, asset.id, DAY_MS)
    await trash('projects', project.id)
    await purgeAfter(world, asset.id, 14 * DAY_MS)
    t.strictSame([await isDeleted(admin, 'assets', asset.id), await isDeleted(admin, 'projects', project.id)], [null,
      true])
  })

  await t.test('More items than fit into one batch are deleted in one run, with one event for each item', async (t) => {
    const project = await addProject(admin)
    const low = await addItemTo(admin, 'projects', project.id)
    const added = await fillProject(world, project.id, { assets: 1100, projects: 550 })
    const below = await fillProject(world, low.id, { assets: 10 })
    const ids = [project.id, low.id, ...added.assets, ...added.projects, ...below.assets]
    await trash('projects', project.id)
    await purgeAfter(world, project.id, 14 * DAY_MS)
    const { prisma } = app.database.reads
    t.equal(await prisma.asset.count({ where: { projectId: { in: [project.id, low.id] } } }), 0)
    t.equal(await prisma.project.count({ where: { OR: [{ id: project.id }, { projectId: project.id }] } }), 0)
    const events = await prisma.historyEntry.findMany({
      where: { event: { endsWith: '_PURGED' } },
      select: { assetId: true, projectId: true }
    })
    const purged = events.map((event) => event.assetId ?? event.projectId!).filter((id) => ids.includes(id))
    t.strictSame(purged.toSorted(), ids.toSorted())
    t.equal(await prisma.trashCohort.count({ where: { rootId: project.id } }), 0)
  })

  await t.test('A deep chain is deleted in few transactions, lowest first, and active items in it are unlinked', async (t) => {
    const ids = await fillChain(world, 1000)
    const [kept] = (await fillProject(world, ids[500]!, { assets: 1 })).assets
    await succeed(admin.post(`projects/${ids[0]}/trash_bin`))
    await succeed(admin.post(`assets/${kept}/restore`))
    // One project of the chain is moved elsewhere.
    const elsewhere = await addProject(admin)
    await succeed(admin.post(`projects/${ids[990]}/assign`, { to_project_id: elsewhere.id }))
    let transactions = 0
    const transact: typeof app.transact = (...parameters) => {
      transactions++
      return app.transact(...parameters)
    }
    await purgeDue(
      { database: app.database, transact, retentionDays: 14, clock: () => Date.now() + 14 * DAY_MS },
      new AbortController().signal
    )
    t.ok(transactions < 40, `${transactions} transactions`)
    const events = await app.database.reads.prisma.historyEntry.findMany({
      where: { event: 'PROJECT_PURGED' },
      orderBy: { id: 'asc' }
    })
    const purged = events.map((event) => event.projectId!).filter((id) => ids.includes(id))
    t.strictSame(purged.toSorted(), ids.toSorted())
    t.strictSame(purged.slice(0, 990), ids.slice(0, 990).toReversed())
    t.match(await readItem(admin, 'assets', kept!), { project_id: null, deleted: false })
    t.equal(await isDeleted(admin, 'projects', elsewhere.id), false)
  })

  await t.test('Each account has its own trash, and one run purges all of them', async (t) => {
    const stranger = await addStranger()
    const [ours, theirs] = [await addAsset(admin), await addAsset(stranger.client)]
    await trash('assets', ours.id)
    await succeed(stranger.client.post(`assets/${theirs.id}/trash_bin`))
    await purgeAfter(world, theirs.id, 14 * DAY_MS + 60_000)
    t.strictSame([await isDeleted(admin, 'assets', ours.id), await isDeleted(stranger.client, 'assets', theirs.id)], [
      null,
      null
    ])
    t.match((await purgedEvents(theirs.id))[0], { userId: stranger.id })
  })

  await t.test('An aborted run deletes nothing more', async (t) => {
    const { id } = await addAsset(admin)
    await trash('assets', id)
    await purgeDue({
      database: app.database,
      transact: app.transact,
      retentionDays: 14,
      clock: () => Date.now() + 15 * DAY_MS
    }, AbortSignal.abort())
    t.equal(await isDeleted(admin, 'assets', id), true)
  })

  await t.test('A project that is restored between two batches is restored completely or not at all', async (t) => {
    const project = await addProject(admin)
    const { assets, projects } = await fillProject(world, project.id, { assets: 3, projects: 2 })
    await trash('projects', project.id)
    let status: number | undefined
    const transact: typeof app.transact = async (...parameters) => {
      const result = await app.transact(...parameters)
      status ??= (await admin.post(`projects/${project.id}/restore`)).status
      return result
    }
    await purgeDue(
      { database: app.database, transact, retentionDays: 14, clock: () => Date.now() + 14 * DAY_MS },
      new AbortController().signal
    )
    const states = await Promise.all([isDeleted(admin, 'projects', project.id), ...assets.map((id) =>
      isDeleted(admin, 'assets', id)
    ), ...projects.map((id) => isDeleted(admin, 'projects', id))])
    t.strictSame(states, Array(6).fill(status === 200 ? false : null), `the restore was answered with ${status}`)
  })
})
