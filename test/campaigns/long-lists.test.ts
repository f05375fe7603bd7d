import { onBothDatabases } from '#test/helper/app.js'
import { fillProject, fillTable } from '#test/helper/fill.js'
import { addProject, historyOf, succeed } from '#test/helper/items.js'

const ids = (items: Array<{ id: string }>) => items.map(({ id }) => id)

onBothDatabases('A project with 1,500 assets and 600 subprojects is listed and changed whole', async (t, world) => {
  const { admin, app } = world
  const project = await addProject(admin)
  const added = await fillProject(world, project.id, { assets: 1500, projects: 600 })

  await t.test('It is listed whole, each item once', async (t) => {
    const { assets, subprojects } = await succeed(admin.get(`projects/${project.id}/assets`))
    t.strictSame(ids(assets), added.assets)
    t.strictSame(ids(subprojects), added.projects)
    t.match(assets[1499], { title: 'Asset 1499', project_id: project.id, deleted: false })
  })

  await t.test('It is listed in pages, the assets first', async (t) => {
    const first = await admin.get(`projects/${project.id}/assets?limit=1000`)
    t.strictSame([first.body.assets.length, first.body.subprojects.length], [1000, 0])
    const next = /<([^<>]+)>/.exec(first.headers.link as string)![1]!
    const second = await admin.get(next)
    t.strictSame([second.body.assets.length, second.body.subprojects.length], [500, 500])
    const third = await admin.get(/<([^<>]+)>/.exec(second.headers.link as string)![1]!)
    t.strictSame([third.body.assets.length, third.body.subprojects.length], [0, 100])
    t.equal(third.headers.link, undefined)
    t.strictSame([...ids(first.body.assets), ...ids(second.body.assets)], added.assets)
    t.strictSame([...ids(second.body.subprojects), ...ids(third.body.subprojects)], added.projects)
  })

  await t.test('It is trashed and restored as one, and other requests are answered during that', async (t) => {
    const events: string[] = []
    const trashing = succeed(admin.post(`projects/${project.id}/trash_bin`)).then(() => events.push('trashed'))
    await succeed(admin.get('projects')).then(() => events.push('answered'))
    await trashing
    t.strictSame(events, ['answered', 'trashed'])
    t.equal(
      await app.database.reads.prisma.asset.count({ where: { projectId: project.id, cohortId: { not: null } } }),
      1500
    )
    t.equal(await app.database.reads.prisma.historyEntry.count({ where: { event: 'ASSET_REMOVED' } }), 1500)
    t.equal(await app.database.reads.prisma.historyEntry.count({ where: { event: 'PROJECT_REMOVED' } }), 601)
    await succeed(admin.post(`projects/${project.id}/restore`))
    t.equal((await succeed(admin.get(`projects/${project.id}/assets`))).assets.length, 1500)
    t.equal(await app.database.reads.prisma.historyEntry.count({ where: { event: 'ASSET_RESTORED' } }), 1500)
  })

  await t.test('Its history is listed whole', async (t) => {
    await app.transact(world.adminCaller, (tx) => fillTable(tx, 'history', Array.from({ length: 1200 }, (_, index) => ({
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      accountId: world.adminCaller.accountId,
      event: 'PROJECT_EDITED_METADATA',
      severity: 1,
      targets: JSON.stringify({ project_id: project.id }),
      time: new Date(0),
      userId: 1,
      projectId: project.id
    }))))
    const history = await historyOf(admin, 'projects', project.id)
    t.equal(new Set(ids(history as Array<{ id: string }>)).size, 1200 + 4)
    t.strictSame(ids(history as Array<{ id: string }>), ids(history as Array<{ id: string }>).toSorted().reverse())
  })

  await t.test('It is deleted whole', async (t) => {
    await succeed(admin.delete(`projects/${project.id}`))
    t.equal(await app.database.reads.prisma.asset.count(), 0)
    t.equal(await app.database.reads.prisma.project.count(), 0)
    t.equal(
      await app.database.reads.prisma.historyEntry.count({
        where: { event: { in: ['ASSET_PURGED', 'PROJECT_PURGED'] } }
      }),
      2101
    )
  })
})
