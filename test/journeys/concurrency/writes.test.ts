import { purgeDue } from '#src/trash/timer.js'
import { onBothDatabases, type Answer } from '../../helper/app.js'
import { fillProject } from '../../helper/fill.js'
import { addAsset, addProject, eventsOf, readItem, succeed } from '../../helper/items.js'
import { atOnce, openTwice } from '../../helper/processes.js'

const DAY_MS = 24 * 60 * 60 * 1000

onBothDatabases('Many concurrent writes are all done', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { apps, clients } = await openTwice(t, world)
  const { prisma } = app.database.reads

  await t.test('Each acknowledged write is stored with its history, while other writes fail', async (t) => {
    const project = await addProject(admin)
    const holder = await addAsset(admin)
    await succeed(admin.put(`assets/${holder.id}`, { external_id: 'held' }))
    const other = await addAsset(admin)
    const failing = [
      () => admin.put(`assets/${other.id}`, { title: 'Lost', external_id: 'held' }),
      () => admin.post(`projects/${project.id}/members`, { user_id: adminCaller.userId }),
      () => admin.delete(`projects/${project.id}/members`, { user_id: adminCaller.userId }),
      () => admin.delete(`assets/${other.id}/unassign`),
      () => admin.post('assets', { title: null }),
      () => admin.post(`projects/${project.id}/assign`, { to_project_id: project.id })
    ]
    const before = await prisma.historyEntry.count()
    const answers = await atOnce(
      clients,
      Array.from({ length: 240 }, (_, index) => (client): Promise<Answer> =>
        index % 4 === 3
          ? failing[(index - 3) / 4 % failing.length]!()
          : client.post(index % 4 === 1 ? 'projects' : 'assets', { title: `Crowd ${index}` }))
    )
    const assets = answers.flatMap(({ body }) => body.asset?.title?.startsWith('Crowd') ? [body.asset] : [])
    const projects = answers.flatMap(({ body }) => body.project ? [body.project] : [])
    t.strictSame([assets.length, projects.length], [120, 60])
    for (const asset of assets) {
      t.strictSame([await readItem(admin, 'assets', asset.id), await eventsOf(admin, 'assets', asset.id)], [asset, [
        'ASSET_ADDED'
      ]])
    }
    for (const { id } of projects) t.strictSame(await eventsOf(admin, 'projects', id), ['USER_LINKED', 'PROJECT_ADDED'])
    t.equal(await prisma.historyEntry.count() - before, 120 + 2 * 60, 'and nothing else is in history')
    t.equal((await readItem(admin, 'assets', other.id)).title, 'Untitled')
  })

  await t.test('A transaction that fails after a write leaves nothing behind and does not affect others', async (t) => {
    const asset = (title: string) => ({
      id: title,
      accountId: adminCaller.accountId,
      owner: '',
      description: '',
      title,
      category: '',
      tags: '[]',
      mediaType: 'live',
      createdAt: new Date(),
      modifiedAt: new Date()
    })
    const results = await Promise.allSettled(Array.from({ length: 60 }, (_, index) =>
      apps[index % 2]!.transact(adminCaller, async (tx) => {
        await tx.prisma.asset.create({ data: asset(`work ${index}`) })
        if (index % 3 === 1) throw new Error('changed its mind')
        if (index % 3 === 2) await tx.prisma.asset.create({ data: asset(`work ${index}`) })
        return index
      })))
    t.strictSame(
      results.map((result) => result.status),
      Array.from({ length: 60 }, (_, index) => index % 3 === 0 ? 'fulfilled' : 'rejected')
    )
    const left = await prisma.asset.findMany({ where: { id: { startsWith: 'work ' } }, select: { id: true } })
    t.strictSame(
      left.map(({ id }) => id).toSorted(),
      Array.from({ length: 20 }, (_, index) => `work ${index * 3}`).toSorted()
    )
  })

  await t.test('The timers of two processes delete each item once', async (t) => {
    const project = await addProject(admin)
    const { assets } = await fillProject(world, project.id, { assets: 700, projects: 20 })
    await succeed(admin.post(`projects/${project.id}/trash_bin`))
    const single = await addAsset(admin)
    await succeed(admin.post(`assets/${single.id}/trash_bin`))
    const clock = () => Date.now() + 15 * DAY_MS
    await Promise.all(apps.map(({ database, transact }) =>
      purgeDue({ database, transact, retentionDays: 14, clock }, new AbortController().signal)
    ))
    t.equal(await prisma.asset.count({ where: { id: { in: [...assets.slice(0, 400), single.id] } } }), 0)
    t.equal(await prisma.historyEntry.count({ where: { event: 'ASSET_PURGED' } }), 701)
    t.equal(await prisma.historyEntry.count({ where: { event: 'PROJECT_PURGED' } }), 21)
    t.equal(await prisma.trashCohort.count(), 0)
  })
})
