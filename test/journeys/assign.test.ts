import { inSharedApp } from '../helper/app.js'
import {
  addAsset, addItem, addItemTo, addProject, assign, eventsOf, historyOf, itemPaths, namesOf, readItem, succeed
} from '../helper/items.js'

const onBothDatabases = inSharedApp()

const CYCLE = { error: 'project cannot be assigned to itself or its subprojects' }

onBothDatabases('Items are assigned to projects and unassigned again', async (t, { admin, adminCaller }) => {
  for (const path of itemPaths) {
    const { event } = namesOf[path]
    const linkTargets = (id: string, projectId: string) =>
      path === 'assets' ? { asset_id: id, project_id: projectId } : { project_id: id, to_project_id: projectId }

    await t.test(`${path}: assign sets project_id, unassign clears it`, async (t) => {
      const project = await addProject(admin)
      const item = await addItem(admin, path)
      const assigned = await admin.post(`${path}/${item.id}/assign`, { to_project_id: project.id })
      t.equal(assigned.status, 200)
      t.strictSame(Object.keys(assigned.body), ['ok'])
      t.type(assigned.body.ok, 'string')
      t.equal((await readItem(admin, path, item.id)).project_id, project.id)
      const unassigned = await admin.delete(`${path}/${item.id}/unassign`)
      t.equal(unassigned.status, 200)
      t.strictSame(Object.keys(unassigned.body), ['ok'])
      t.equal((await readItem(admin, path, item.id)).project_id, null)
    })

    await t.test(`${path}: assign and unassign are in the histories of the item and of the project`, async (t) => {
      const project = await addProject(admin)
      const item = await addItemTo(admin, path, project.id)
      await succeed(admin.delete(`${path}/${item.id}/unassign`))
      const [unlinked, linked] = await historyOf(admin, path, item.id)
      t.match([unlinked, linked], [
        { event: `${event}_UNLINKED`, severity: 1, user_id: adminCaller.userId },
        { event: `${event}_LINKED`, severity: 1, user_id: adminCaller.userId }
      ])
      t.strictSame([unlinked.targets, linked.targets], [linkTargets(item.id, project.id),
        linkTargets(item.id, project.id)])
      t.strictSame(
        (await historyOf(admin, 'projects', project.id)).slice(0, 2),
        [unlinked, linked],
        'the very same entries'
      )
    })

    await t.test(`${path}: assigning an item to another project moves it and writes both events`, async (t) => {
      const [from, to] = [await addProject(admin), await addProject(admin)]
      const item = await addItemTo(admin, path, from.id)
      await assign(admin, path, item.id, to.id)
      const listOf = async (id: string) =>
        (await succeed(admin.get(`projects/${id}/assets`)))[path === 'assets' ? 'assets' : 'subprojects']
      t.strictSame(await listOf(from.id), [])
      t.strictSame((await listOf(to.id)).map((each: { id: string }) => each.id), [item.id])
      const [linked, unlinked] = await historyOf(admin, path, item.id)
      t.strictSame([linked.event, unlinked.event], [`${event}_LINKED`, `${event}_UNLINKED`])
      t.strictSame([linked.targets, unlinked.targets], [linkTargets(item.id, to.id), linkTargets(item.id, from.id)])
      t.equal((await eventsOf(admin, 'projects', from.id))[0], `${event}_UNLINKED`)
      t.equal((await eventsOf(admin, 'projects', to.id))[0], `${event}_LINKED`)
    })

    await t.test(`${path}: a target that is in the trash, is no project or does not exist is not found`, async (t) => {
      const [item, project, trashed, asset] = [await addItem(admin, path), await addProject(admin),
        await addProject(admin), await addAsset(admin)]
      await assign(admin, path, item.id, project.id)
      await succeed(admin.post(`projects/${trashed.id}/trash_bin`))
      const before = await historyOf(admin, path, item.id)
      for (
        const id of [trashed.id, asset.id, '', 'abc', '-1', '%s %d', 'é🎬', 'x'.repeat(5000), "' OR 1=1",
          project.id.toUpperCase()]
      ) {
        const { status, body } = await admin.post(`${path}/${item.id}/assign`, { to_project_id: id })
        t.strictSame([status, body], [200, { error: `project with id: ${id} not found` }])
      }
      t.equal((await readItem(admin, path, item.id)).project_id, project.id)
      t.strictSame(await historyOf(admin, path, item.id), before)
    })

    await t.test(`${path}: an item in the trash can be assigned and stays in the trash`, async (t) => {
      const project = await addProject(admin)
      const item = await addItem(admin, path)
      await succeed(admin.post(`${path}/${item.id}/trash_bin`))
      await assign(admin, path, item.id, project.id)
      t.match(await readItem(admin, path, item.id), { project_id: project.id, deleted: true })
    })

    await t.test(`${path}: assigning an item to its own project again succeeds and leaves it there`, async (t) => {
      const project = await addProject(admin)
      const item = await addItemTo(admin, path, project.id)
      await assign(admin, path, item.id, project.id)
      t.equal((await readItem(admin, path, item.id)).project_id, project.id)
    })
  }

  await t.test('A project cannot be assigned to itself or into its own subtree', async (t) => {
    const top = await addProject(admin)
    const middle = await addItemTo(admin, 'projects', top.id)
    const bottom = await addItemTo(admin, 'projects', middle.id)
    const before = await historyOf(admin, 'projects', top.id)
    for (const target of [top, middle, bottom]) {
      const { status, body } = await admin.post(`projects/${top.id}/assign`, { to_project_id: target.id })
      t.strictSame([status, body], [200, CYCLE])
    }
    t.strictSame((await admin.post(`projects/${middle.id}/assign`, { to_project_id: bottom.id })).body, CYCLE)
    t.strictSame(await historyOf(admin, 'projects', top.id), before)
    t.equal((await readItem(admin, 'projects', top.id)).project_id, null)
    t.equal((await readItem(admin, 'projects', middle.id)).project_id, top.id)
  })

  await t.test('A project can be moved upwards and sideways', async (t) => {
    const top = await addProject(admin)
    const [left, right] = [await addItemTo(admin, 'projects', top.id), await addItemTo(admin, 'projects', top.id)]
    const low = await addItemTo(admin, 'projects', left.id)
    await assign(admin, 'projects', low.id, right.id)
    await assign(admin, 'projects', left.id, low.id)
    await assign(admin, 'projects', low.id, top.id)
    t.equal((await readItem(admin, 'projects', left.id)).project_id, low.id)
  })

  await t.test('A project in the trash is not found as a target, even below the project that is moved', async (t) => {
    const top = await addProject(admin)
    const low = await addItemTo(admin, 'projects', top.id)
    await succeed(admin.post(`projects/${low.id}/trash_bin`))
    t.strictSame((await admin.post(`projects/${top.id}/assign`, { to_project_id: low.id })).body, {
      error: `project with id: ${low.id} not found`
    })
  })
})
