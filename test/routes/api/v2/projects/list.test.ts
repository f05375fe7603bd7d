import { inSharedApp } from '#test/helper/app.js'
import { addProject, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

onBothDatabases('The list of projects holds the projects of the current user', async (t, { admin, addUser, adminCaller }) => {
  const user = await addUser()
  const listed = async (client = user.client) => (await succeed(client.get('projects'))).projects

  await t.test('The list of a user without projects is empty', async (t) => {
    await addProject(admin)
    t.strictSame(await succeed(user.client.get('projects')), { projects: [] })
  })

  await t.test('The list holds the ids, as strings, of projects that the user created', async (t) => {
    const mine = [await addProject(user.client), await addProject(user.client)]
    t.strictSame((await listed()).toSorted(), mine.map(({ id }) => id).toSorted())
  })

  await t.test('The list of an administrator leaves out the projects of others, too', async (t) => {
    const { id } = await addProject(user.client)
    t.notOk((await listed(admin)).includes(id))
  })

  await t.test('The list of projects follows membership', async (t) => {
    const { id } = await addProject(admin)
    t.notOk((await listed()).includes(id))
    await succeed(admin.post(`projects/${id}/members`, { user_id: user.id }))
    t.ok((await listed()).includes(id))
    await succeed(admin.delete(`projects/${id}/members`, { user_id: user.id }))
    t.notOk((await listed()).includes(id))
    await succeed(admin.post(`projects/${id}/members`, { user_id: user.id }))
    await succeed(admin.delete(`projects/${id}/members`, { user_id: adminCaller.userId }))
    t.notOk((await listed(admin)).includes(id), 'a creator may leave')
  })

  await t.test('The list leaves out trashed items, and shows restored ones again', async (t) => {
    const { id } = await addProject(user.client)
    await succeed(admin.post(`projects/${id}/trash_bin`))
    t.notOk((await listed()).includes(id))
    await succeed(admin.post(`projects/${id}/restore`))
    t.ok((await listed()).includes(id))
    await succeed(admin.delete(`projects/${id}`))
    t.notOk((await listed()).includes(id))
  })

  await t.test('Subprojects are in the list, too', async (t) => {
    const [parent, child] = [await addProject(user.client), await addProject(user.client)]
    await succeed(user.client.post(`projects/${child.id}/assign`, { to_project_id: parent.id }))
    t.ok((await listed()).includes(child.id))
  })
})
