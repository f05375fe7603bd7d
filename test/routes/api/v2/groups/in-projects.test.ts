import { createClient, inSharedApp, onBothDatabases, type Answer, type SharedWorld, type World } from '#test/helper/app.js'
import { addProject, succeed } from '#test/helper/items.js'
import { createAgency } from '#test/sight/helper.js'

const onSharedApp = inSharedApp()

const outcome = ({ status, body }: Answer) => [status, body?.error ?? body?.ok]
const REFUSED = [403, 'Your role does not allow this']

async function addGroup ({ admin }: Pick<World, 'admin'>, name: string, users: number[] = []): Promise<number> {
  const { user_group: group } = await succeed(admin.post('admin/user_groups', { name }))
  if (users.length > 0) await succeed(admin.post(`admin/user_groups/${group.id}/users`, { user_ids: users }))
  return group.id
}

onSharedApp('Who is in a group is a member of its projects by it', async (t, world: SharedWorld) => {
  const { admin, addUser } = world
  const { hidden, secret, seen, top } = await createAgency(world as World)
  const { id: userId, client: user, email } = await addUser({ access: 'projects' })
  const group = await addGroup(world, 'Editors', [userId])
  const sees = async () => [
    (await user.get(`assets/${secret}`)).status === 200,
    (await succeed(user.get('projects'))).projects.includes(hidden),
    (await succeed(user.get('search?q=Hidden'))).results.length > 0,
    (await succeed(user.get('export'))) !== undefined && (await user.get('export')).text.includes(secret),
    (await succeed(user.get('users'))).users.length > 1
  ]
  const nothing = [false, false, false, false, false]
  const everything = [true, true, true, true, true]
  t.strictSame(await sees(), nothing)
  t.strictSame(outcome(await admin.post(`projects/${hidden}/user_groups`, { user_group_id: group })),
    [200, `User group ${group} has been added to project ${hidden}`])
  t.strictSame(await sees(), everything)

  await t.test('It is no member of its own', async (t) => {
    const { members } = await succeed(user.get(`projects/${hidden}/members`))
    t.notOk(members.some((member: { id: number }) => member.id === userId))
    t.strictSame(outcome(await admin.delete(`projects/${hidden}/members`, { user_id: userId })), [200, 'User is not a member of this project'])
    t.strictSame(outcome(await admin.delete(`projects/${hidden}/members`, { user_id: members[0].id })), [200, 'Project must have at least one member'])
    t.match((await succeed(user.get(`projects/${hidden}/user_groups`))).user_groups, [{ id: group, name: 'Editors', count: 1, role: 'Member' }])
  })

  await t.test('The highest role counts that the user has in a project', async (t) => {
    const highest = async () => (await succeed(user.get('user?include=highest_role'))).highest_role
    const may = async () => [(await user.put(`assets/${secret}`, { title: 'Hidden asset' })).status, (await user.delete(`assets/${secret}`)).status]
    t.strictSame([await may(), await highest()], [[200, 403], 'Member'])
    t.strictSame(outcome(await admin.put(`projects/${hidden}/user_groups`, { user_group_id: group, role: 'Viewer' })),
      [200, `User group ${group} is now Viewer of project ${hidden}`])
    t.strictSame([await may(), await highest()], [[403, 403], 'Viewer'])
    await succeed(admin.post(`projects/${hidden}/members`, { user_id: userId }))
    t.strictSame([await may(), await highest()], [[200, 403], 'Member'])
    t.strictSame((await succeed(user.get('projects'))).projects, [hidden], 'once')
    const leads = await addGroup(world, 'Leads', [userId])
    await succeed(admin.post(`projects/${hidden}/user_groups`, { user_group_id: leads, role: 'Admin' }))
    t.equal(await highest(), 'Admin')
    t.strictSame(outcome(await user.delete(`projects/${hidden}/user_groups`, { user_group_id: leads })),
      [200, `User group ${leads} has been removed from project ${hidden}`])
    t.strictSame(outcome(await user.put(`projects/${hidden}/user_groups`, { user_group_id: group, role: 'Admin' })), REFUSED)
    t.strictSame(outcome(await user.delete(`projects/${hidden}/user_groups`, { user_group_id: group })), REFUSED)
    await succeed(user.delete(`projects/${hidden}/members`, { user_id: userId }))
    t.strictSame(await sees(), everything)
    await succeed(admin.delete(`admin/user_groups/${leads}`))
  })

  await t.test('A group is what nobody knows, has already, or is not there', async (t) => {
    const add = (id: unknown, role?: string) => admin.post(`projects/${hidden}/user_groups`, { user_group_id: id, ...role !== undefined && { role } })
    t.strictSame(outcome(await add(group)), [200, 'User group is already member of this project'])
    t.strictSame(outcome(await add(0)), [200, 'User group not found with id 0'])
    t.equal((await add(group, 'Owner')).status, 422)
    for (const id of [0, -1, 2 ** 31, await addGroup(world, 'Elsewhere')]) {
      t.strictSame(outcome(await admin.put(`projects/${hidden}/user_groups`, { user_group_id: id, role: 'Admin' })), [200, 'User group is not a member of this project'])
      t.strictSame(outcome(await admin.delete(`projects/${hidden}/user_groups`, { user_group_id: id })), [200, 'User group is not a member of this project'])
    }
    t.equal((await admin.put(`projects/${hidden}/user_groups`, { user_group_id: group })).status, 422, 'both are required')
    t.strictSame(outcome(await admin.post('projects/none/user_groups', { user_group_id: group })), [404, 'project not found'])
    t.strictSame(outcome(await user.post(`projects/${seen}/user_groups`, { user_group_id: group })), [404, 'project not found'])
  })

  await t.test('With the access `projects` one sees one’s own groups, those in projects that one sees, and their users', async (t) => {
    const other = await addUser({ access: 'projects' })
    const [own, secretGroup] = [await addGroup(world, 'Own', [userId, other.id]), await addGroup(world, 'Secret', [other.id])]
    await succeed(admin.post(`projects/${seen}/user_groups`, { user_group_id: secretGroup }))
    const listed = async () => (await succeed(user.get('user_groups'))).user_groups.map(({ name }: { name: string }) => name)
    t.strictSame(await listed(), ['Editors', 'Own'])
    t.equal((await user.get(`user_groups/${secretGroup}/users`)).status, 404)
    t.strictSame((await succeed(user.get(`user_groups/${own}/users`))).users.map(({ id }: { id: number }) => id), [userId, other.id])
    t.ok((await succeed(user.get('users'))).users.some(({ id }: { id: number }) => id === other.id))
    await succeed(admin.put(`projects/${hidden}/user_groups`, { user_group_id: group, role: 'Admin' }))
    t.strictSame(outcome(await user.post(`projects/${hidden}/user_groups`, { user_group_id: secretGroup })), [200, `User group not found with id ${secretGroup}`])
    t.strictSame(outcome(await user.post(`projects/${hidden}/user_groups`, { user_group_id: own })), [200, `User group ${own} has been added to project ${hidden}`])
    const above = await addGroup(world, 'Above')
    await succeed(admin.post(`projects/${top}/user_groups`, { user_group_id: above }))
    t.strictSame(await listed(), ['Editors', 'Own'], 'above is not below')
    t.strictSame(outcome(await other.client.put(`projects/${hidden}`, { title: 'Hidden' })), [200, undefined])
    t.equal((await succeed(user.get(`users?project_id=${hidden}`))).users.length > 1, true)
    t.ok((await succeed(user.get(`users?asset_id=${secret}`))).users.some((one: { email: string }) => one.email === email))
  })

  await t.test('It ends at once: taken out of the group, or the group deleted', async (t) => {
    const alone = await addUser({ access: 'projects' })
    const last = await addGroup(world, 'Last', [alone.id])
    const status = async () => (await alone.client.get(`assets/${secret}`)).status
    await succeed(admin.post(`projects/${hidden}/user_groups`, { user_group_id: last }))
    t.equal(await status(), 200)
    await succeed(admin.delete(`admin/user_groups/${last}/users`, { user_ids: [alone.id] }))
    t.equal(await status(), 404)
    await succeed(admin.post(`admin/user_groups/${last}/users`, { user_ids: [alone.id] }))
    t.equal(await status(), 200)
    t.strictSame(outcome(await admin.delete(`admin/user_groups/${last}`)), [200, 'User group deleted'])
    t.equal(await status(), 404)
    t.strictSame((await succeed(alone.client.get('user'))).user.user_groups, [])
  })
})

onBothDatabases('A project has 100 groups at most, and a group is in 1,000 projects', async (t, world) => {
  const { app, admin, adminCaller: { accountId } } = world
  const project = await addProject(admin)
  const group = await addGroup(world, 'Everywhere')
  const now = new Date()
  const ids = Array.from({ length: 1000 }, (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`)
  await app.transact({ ...world.adminCaller }, async ({ prisma }) => {
    await prisma.project.createMany({
      data: ids.map((id) => ({
        id, accountId, owner: 'admin@example.com', description: '', title: id, category: '', tags: '[]', createdAt: now, modifiedAt: now
      }))
    })
    await prisma.userGroupProject.createMany({ data: ids.map((projectId) => ({ accountId, userGroupId: group, projectId, role: 'Viewer', createdAt: now })) })
    await prisma.userGroup.createMany({
      data: Array.from({ length: 100 }, (_, index) => ({
        accountId, name: `g${index}`, nameKey: `g${index}`, createdAt: now, updatedAt: now
      }))
    })
    const groups = await prisma.userGroup.findMany({ where: { nameKey: { startsWith: 'g' } }, select: { id: true } })
    await prisma.userGroupProject.createMany({ data: groups.map(({ id }) => ({ accountId, userGroupId: id, projectId: project.id, role: 'Viewer', createdAt: now })) })
  })
  const other = await addProject(admin)
  t.strictSame(outcome(await admin.post(`projects/${other.id}/user_groups`, { user_group_id: group })), [200, 'Must not have more than 1000 projects'])
  t.strictSame(outcome(await admin.post(`projects/${project.id}/user_groups`, { user_group_id: await addGroup(world, 'One more') })), [200, 'Must not have more than 100 user groups'])

  await t.test('A user in it goes through all of them by pages, each once', async (t) => {
    const { user, api_key: { key } } = await succeed(admin.post('admin/users', { email: 'free@example.com', access: 'projects' }))
    const client = createClient(app, key)
    await succeed(admin.post(`admin/user_groups/${group}/users`, { user_ids: [user.id] }))
    await succeed(admin.post(`projects/${other.id}/members`, { user_id: user.id }))
    await app.transact({ ...world.adminCaller }, ({ prisma }) => prisma.projectMember.create({
      data: { accountId, projectId: ids[500]!, userId: user.id, role: 'Admin', createdAt: now }
    }))
    const found: string[] = []
    for (let next: string | null = 'projects?limit=300'; next !== null;) {
      const { body, headers } = await client.get(next)
      found.push(...body.projects)
      next = /^<\/api\/v2\/(.*)>; rel="next"$/.exec(String(headers.link))?.[1] ?? null
    }
    t.strictSame(found, [...ids, other.id])
    t.equal((await succeed(client.get('user?include=highest_role'))).highest_role, 'Admin')
  })

  await t.test('Deleted, it is taken out of each of them with an event', async (t) => {
    const events = (event: string) => app.database.reads.prisma.historyEntry.count({ where: { accountId, event } })
    t.equal(await events('USER_GROUP_UNLINKED'), 0)
    t.strictSame(outcome(await admin.delete(`admin/user_groups/${group}`)), [200, 'User group deleted'])
    t.strictSame([await events('USER_GROUP_UNLINKED'), await events('USER_GROUP_REMOVED')], [1000, 1])
    t.equal(await app.database.reads.prisma.userGroupProject.count({ where: { userGroupId: group } }), 0)
  })
})
