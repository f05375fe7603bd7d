import { onBothDatabases, type Answer } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, historyOf, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { createAgency } from './helper.js'

const REFUSED = { status: 403, body: { error: 'Your role does not allow this' } }
const outcome = ({ status, body }: Answer) => ({ status, body })

onBothDatabases('A role allows what the table says, and nothing else', async (t, world) => {
  const { admin } = world
  const { user, freelancer, seen, inside, asset } = await createAgency(world, 'Viewer')
  const group = (await succeed(admin.post('admin/field_groups', { name: 'Group' }))).field_group.id
  const setRole = (role: string) => succeed(admin.put(`projects/${seen}/members`, { user_id: freelancer.id, role }))
  const refuses = async (answer: Promise<Answer>) => t.strictSame(outcome(await answer), REFUSED)
  const itself = () => [
    () => user.post(`projects/${seen}/trash_bin`), () => user.post(`projects/${seen}/restore`),
    () => user.post(`projects/${seen}/assign`, { to_project_id: own }), () => user.delete(`projects/${seen}/unassign`),
    () => user.delete(`projects/${inside}`), () => user.delete(`assets/${asset}`),
    () => user.post(`projects/${inside}/members`, { user_id: 1 }),
    () => user.put(`projects/${seen}/members`, { user_id: 1, role: 'Viewer' }),
    () => user.delete(`projects/${seen}/members`, { user_id: 1 })
  ]
  const changes = () => [
    () => user.put(`assets/${asset}`, { title: 'x' }), () => user.put(`projects/${seen}`, { title: 'x' }),
    () => user.post(`assets/${asset}/trash_bin`), () => user.post(`assets/${asset}/restore`),
    () => user.post(`projects/${inside}/trash_bin`), () => user.post(`projects/${inside}/restore`),
    () => user.post(`assets/${asset}/custom_fields/${group}`, { custom_fields: {} }),
    () => user.delete(`assets/${asset}/custom_fields/${group}`),
    () => user.post(`assets/${asset}/media`, { file_url: 'https://example.com/a.mov', filename: 'a.mov' }),
    () => user.post(`assets/${asset}/uploads`, { filename: 'a.mov', size: 1 })
  ]
  await succeed(admin.post(`projects/${seen}/members`, { user_id: 1 })).catch(() => {})
  const own = (await addProject(user, { title: 'Own' })).id
  const before = (await historyOf(admin, 'assets', asset)).length

  await t.test('A Viewer may read items, and create items of their own', async () => {
    for (const each of [...itself(), ...changes()]) await refuses(each())
    const made = await addAsset(user)
    await refuses(user.post(`assets/${made.id}/assign`, { to_project_id: inside }))
    await refuses(user.delete(`assets/${asset}/unassign`))
    t.equal((await user.post(`assets/${asset}/custom_fields/${group}`, {})).status, 200, 'which only reads')
    t.equal((await historyOf(admin, 'assets', asset)).length, before, 'nothing was done')
  })

  await t.test('A missing target is reported before a missing right', async (t) => {
    t.strictSame((await user.post(`assets/${asset}/assign`, { to_project_id: NOBODYS_ID })).body,
      { error: `project with id: ${NOBODYS_ID} not found` })
    t.equal((await user.delete(`assets/${asset}/custom_fields/99`)).status, 404)
    t.strictSame((await user.post(`projects/${seen}/members`, { user_id: 99 })).body, { error: 'User not found with id 99' })
    t.strictSame((await user.put(`projects/${seen}/members`, { user_id: 99, role: 'Admin' })).body,
      { error: 'User is not a member of this project' })
    t.match(await user.put(`projects/${seen}/members`, { user_id: 1, role: 'Owner' }), {
      status: 422,
      body: { error: "Invalid parameter 'role' value \"Owner\": Must be one of: <code>Admin</code>, <code>Member</code>, <code>Viewer</code>." }
    })
  })

  await t.test('A Member may change items, and move items below the project', async (t) => {
    await setRole('Member')
    for (const each of itself()) await refuses(each())
    for (const each of changes()) t.equal((await each()).status, 200, String(each))
    const made = await addAsset(user)
    await succeed(user.post(`assets/${made.id}/assign`, { to_project_id: inside }))
    await succeed(user.post(`projects/${inside}/assign`, { to_project_id: own }))
    await succeed(user.post(`projects/${inside}/assign`, { to_project_id: seen }))
  })

  await t.test('An Admin may do everything', async (t) => {
    await setRole('Admin')
    const lost = await addItemTo(user, 'assets', seen)
    await succeed(user.delete(`assets/${lost.id}`))
    await succeed(user.post(`projects/${seen}/trash_bin`))
    await succeed(user.post(`projects/${seen}/restore`))
    const others = await world.addUser()
    await succeed(admin.post(`projects/${inside}/members`, { user_id: others.id, role: 'Viewer' }))
    t.strictSame(await succeed(user.put(`projects/${inside}/members`, { user_id: others.id, role: 'Member' })),
      { ok: `User ${others.id} is now Member of project ${inside}` })
    const [newest] = await historyOf(admin, 'projects', inside)
    t.match(newest, { event: 'USER_ROLE_EDITED', targets: { project_id: inside, user_id: others.id } })
    await succeed(user.put(`projects/${inside}/members`, { user_id: others.id, role: 'Member' }))
    t.equal((await historyOf(admin, 'projects', inside))[0].id, newest.id, 'the same role again writes no event')
    await succeed(user.delete(`projects/${inside}/members`, { user_id: others.id }))
  })

  await t.test('The highest role in a project or above it counts; a higher one below counts there', async () => {
    await setRole('Viewer')
    await succeed(admin.post(`projects/${inside}/members`, { user_id: freelancer.id, role: 'Admin' }))
    await succeed(user.put(`assets/${asset}`, { title: 'y' }))
    await refuses(user.put(`projects/${seen}`, { title: 'y' }))
    await setRole('Admin')
    await succeed(admin.put(`projects/${inside}/members`, { user_id: freelancer.id, role: 'Viewer' }))
    await succeed(user.put(`assets/${asset}`, { title: 'z' }))
  })

  await t.test('Everybody may leave a project', async (t) => {
    await succeed(admin.delete(`projects/${inside}/members`, { user_id: freelancer.id }))
    await setRole('Viewer')
    await succeed(user.delete(`projects/${seen}/members`, { user_id: freelancer.id }))
    t.equal((await user.get(`projects/${seen}`)).status, 404)
  })
})

onBothDatabases('Roles do not restrict a user who sees the account', async (t, world) => {
  const { admin, addUser } = world
  const { seen, asset } = await createAgency(world)
  const { id, client } = await addUser()
  await succeed(admin.post(`projects/${seen}/members`, { user_id: id, role: 'Viewer' }))
  await succeed(client.put(`assets/${asset}`, { title: 'x' }))
  await succeed(client.delete(`projects/${seen}`))
  t.pass()
})
