import { inSharedApp } from '#test/helper/app.js'
import { addProject, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

onBothDatabases('GET /user says the highest role of the user in projects, when it is asked', async (t, { admin, addUser }) => {
  const { id, client } = await addUser({ access: 'projects' })
  const highest = async () => (await succeed(client.get('user?include=highest_role'))).highest_role
  t.notOk('highest_role' in await succeed(client.get('user')), 'nobody gets it who has not asked')
  t.equal(await highest(), null)
  const [one, other] = [await addProject(admin), await addProject(admin)]
  await succeed(admin.post(`projects/${one.id}/members`, { user_id: id, role: 'Viewer' }))
  t.equal(await highest(), 'Viewer')
  await succeed(admin.post(`projects/${other.id}/members`, { user_id: id }))
  t.equal(await highest(), 'Member')
  await succeed(admin.delete(`projects/${other.id}/members`, { user_id: id }))
  t.equal(await highest(), 'Viewer')
  await addProject(client)
  t.equal(await highest(), 'Admin')
})
