import { onBothDatabases } from '../helper/app.js'
import { addAsset, addItemTo, addProject, assign, historyOf, MILLISECONDS, succeed } from '../helper/items.js'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

onBothDatabases('History lists what was done, newest first', async (t, { admin, adminCaller, addUser }) => {
  await t.test('An entry has the fields of the contract', async (t) => {
    const user = await addUser()
    const before = Date.now()
    const { id } = await addAsset(user.client)
    const { status, body } = await admin.get(`assets/${id}/history`)
    t.equal(status, 200)
    t.strictSame(Object.keys(body), ['history'])
    const [entry] = body.history
    t.strictSame(body.history.length, 1)
    t.strictSame(Object.keys(entry), ['id', 'account', 'event', 'severity', 'targets', 'time', 'user_id',
      'fields'])
    t.match(entry.id, UUID)
    t.match(entry.time, MILLISECONDS)
    const time = Date.parse(entry.time)
    t.ok(before <= time && time <= Date.now(), entry.time)
    t.strictSame([entry.account, entry.event, entry.severity, entry.targets, entry.user_id], [adminCaller.account, 'ASSET_ADDED',
      1, { asset_id: id }, user.id])
  })

  await t.test('A new project has two entries: it was added, then its creator was linked', async (t) => {
    const { id } = await addProject(admin)
    const [linked, added] = await historyOf(admin, 'projects', id)
    t.strictSame([added.event, added.targets], ['PROJECT_ADDED', { project_id: id }])
    t.strictSame([linked.event, linked.targets], ['USER_LINKED', { project_id: id, user_id: adminCaller.userId }])
    t.equal(linked.time, added.time, 'they are one change')
  })

  await t.test('All changes of an asset are listed, the last one first', async (t) => {
    const project = await addProject(admin)
    const other = await addProject(admin)
    const { id } = await addAsset(admin)
    await succeed(admin.put(`assets/${id}`, { title: 'New' }))
    await assign(admin, 'assets', id, project.id)
    await assign(admin, 'assets', id, other.id)
    await succeed(admin.delete(`assets/${id}/unassign`))
    await succeed(admin.post(`assets/${id}/trashbin`))
    await succeed(admin.post(`assets/${id}/restore`))
    const entries = await historyOf(admin, 'assets', id)
    t.strictSame(entries.map((entry) => entry.event), ['ASSET_RESTORED', 'ASSET_REMOVED', 'ASSET_UNLINKED',
      'ASSET_LINKED', 'ASSET_UNLINKED', 'ASSET_LINKED', 'ASSET_EDITED_METADATA', 'ASSET_ADDED'])
    const times = entries.map((entry) => entry.time)
    t.strictSame(times, times.toSorted().reverse())
    t.equal(new Set(entries.map((entry) => entry.id)).size, entries.length)
  })

  await t.test('A project has every history entry that names it, and none that names only its content', async (t) => {
    const project = await addProject(admin)
    const asset = await addItemTo(admin, 'assets', project.id)
    const subproject = await addItemTo(admin, 'projects', project.id)
    await succeed(admin.put(`assets/${asset.id}`, { title: 'New' }))
    await succeed(admin.put(`projects/${subproject.id}`, { title: 'New' }))
    await succeed(admin.post(`projects/${project.id}/trash_bin`))
    const entries = await historyOf(admin, 'projects', project.id)
    t.strictSame(entries.map(({ event, targets }) => [event, targets]), [
      ['PROJECT_REMOVED', { project_id: project.id }],
      ['PROJECT_LINKED', { project_id: subproject.id, to_project_id: project.id }],
      ['ASSET_LINKED', { asset_id: asset.id, project_id: project.id }],
      ['USER_LINKED', { project_id: project.id, user_id: adminCaller.userId }],
      ['PROJECT_ADDED', { project_id: project.id }]
    ])
  })

  await t.test('A failed change is not in history', async (t) => {
    const project = await addProject(admin)
    const before = await historyOf(admin, 'projects', project.id)
    await admin.put(`projects/${project.id}`, { title: 5 })
    await admin.post(`projects/${project.id}/assign`, { to_project_id: project.id })
    await admin.delete(`projects/${project.id}/unassign`)
    await admin.post(`projects/${project.id}/members`, { user_id: adminCaller.userId })
    await admin.delete(`projects/${project.id}/members`, { user_id: adminCaller.userId })
    await admin.get(`projects/${project.id}/assets`)
    t.strictSame(await historyOf(admin, 'projects', project.id), before)
  })
})

onBothDatabases('History shows the account name that the operator has set', async (t, { admin }) => {
  const [entry] = await historyOf(admin, 'assets', (await addAsset(admin)).id)
  t.equal(entry.account, 'Größe & Söhne')
}, { ACCOUNT: 'Größe & Söhne' })
