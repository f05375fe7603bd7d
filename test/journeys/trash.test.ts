import { onBothDatabases } from '../helper/app.js'
import {
  addItem, addProject, eventsOf, historyOf, isDeleted, itemPaths, namesOf, readItem, succeed
} from '../helper/items.js'

onBothDatabases('An item is trashed, restored, and deleted for good', async (t, { app, admin, adminCaller, addUser }) => {
  for (const path of itemPaths) {
    const { single, target, event } = namesOf[path]
    const isOk = (answer: { status: number, body: any }) =>
      answer.status === 200 && Object.keys(answer.body).join() === 'ok' && typeof answer.body.ok === 'string'

    for (const form of ['trash_bin', 'trashbin']) {
      await t.test(`${path}: ${form} marks an item as deleted, and restore removes the mark`, async (t) => {
        const before = await addItem(admin, path, { tags: ['a'] })
        t.ok(isOk(await admin.post(`${path}/${before.id}/${form}`)))
        const { deleted, ...trashed } = await readItem(admin, path, before.id)
        t.equal(deleted, true)
        t.match(trashed, {
          id: before.id,
          title: before.title,
          tags: ['a'],
          status: 'open',
          created_date: before.created_date
        })
        t.ok(isOk(await admin.post(`${path}/${before.id}/restore`)))
        t.equal(await isDeleted(admin, path, before.id), false)
      })
    }

    await t.test(`${path}: each step is in history with its user and its severity`, async (t) => {
      const user = await addUser()
      const { id } = await addItem(admin, path)
      await succeed(user.client.post(`${path}/${id}/trash_bin`))
      await succeed(admin.post(`${path}/${id}/restore`))
      const [restored, removed] = await historyOf(admin, path, id)
      t.match([restored, removed], [
        { event: `${event}_RESTORED`, severity: 1, user_id: adminCaller.userId },
        { event: `${event}_REMOVED`, severity: 2, user_id: user.id }
      ])
      t.strictSame([restored.targets, removed.targets], [{ [target]: id }, { [target]: id }])
    })

    await t.test(`${path}: trashing or restoring twice succeeds and writes no second event`, async (t) => {
      const { id } = await addItem(admin, path)
      t.ok(isOk(await admin.post(`${path}/${id}/restore`)), 'an active item')
      await succeed(admin.post(`${path}/${id}/trash_bin`))
      t.ok(isOk(await admin.post(`${path}/${id}/trashbin`)))
      t.strictSame((await eventsOf(admin, path, id)).filter((each) => each.endsWith('_REMOVED')).length, 1)
      await succeed(admin.post(`${path}/${id}/restore`))
      t.ok(isOk(await admin.post(`${path}/${id}/restore`)))
      t.strictSame((await eventsOf(admin, path, id)).filter((each) => each.endsWith('_RESTORED')).length, 1)
    })

    for (const trashedBefore of [false, true]) {
      await t.test(`${path}: DELETE removes ${trashedBefore ? 'an item in the trash' : 'an active item'} for good, and keeps its history`, async (t) => {
        const { id } = await addItem(admin, path)
        if (trashedBefore) await succeed(admin.post(`${path}/${id}/trash_bin`))
        t.ok(isOk(await admin.delete(`${path}/${id}`)))
        for (
          const request of [admin.get(`${path}/${id}`), admin.get(`${path}/${id}/history`),
            admin.delete(`${path}/${id}`), admin.post(`${path}/${id}/restore`), admin.post(`${path}/${id}/trash_bin`),
            admin.put(`${path}/${id}`, {})]
        ) {
          const { status, body } = await request
          t.strictSame([status, body], [404, { error: `${single} not found` }])
        }
        const entries = await app.database.reads.prisma.historyEntry.findMany({
          where: path === 'assets' ? { assetId: id } : { projectId: id },
          orderBy: { id: 'desc' }
        })
        const [purged] = entries
        t.match(purged, { event: `${event}_PURGED`, severity: 2, userId: adminCaller.userId })
        t.strictSame(JSON.parse(purged!.targets), { [target]: id })
        t.equal(entries.filter((entry) => entry.event.endsWith('_PURGED')).length, 1)
        t.ok(entries.some((entry) => entry.event === `${event}_ADDED`))
      })
    }

    await t.test(`${path}: an unexpected body is ignored if it is JSON`, async (t) => {
      const { id } = await addItem(admin, path)
      for (const body of [{ anything: 1 }, [], 'null', '"x"', '']) {
        t.ok(isOk(await admin.post(`${path}/${id}/trash_bin`, body)))
        t.ok(isOk(await admin.post(`${path}/${id}/restore`, body)))
      }
    })
  }

  await t.test('A deleted project disappears from the lists of its members', async (t) => {
    const { id } = await addProject(admin)
    await succeed(admin.delete(`projects/${id}`))
    t.notOk((await succeed(admin.get('projects'))).projects.includes(id))
  })
})
