import { inSharedApp, onBothDatabases, type Answer, type World } from '#test/helper/app.js'
import { addProject, historyOf, MILLISECONDS, succeed } from '#test/helper/items.js'
import { openTwice, successes } from '#test/helper/processes.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onSharedApp = inSharedApp()

const outcome = ({ status, body }: Answer) => [status, body?.error ?? body?.ok]
const addGroup = async ({ admin }: Pick<World, 'admin'>, name: string, more: object = {}): Promise<any> =>
  (await succeed(admin.post('admin/user_groups', { name, ...more }))).user_group

onSharedApp('Administrators make, change and delete groups', async (t, world) => {
  const { admin, addUser, addStranger } = world
  const group = await addGroup(world, 'Editors')
  t.match(group, { name: 'Editors', provider_group: null, count: 0, created_at: MILLISECONDS, updated_at: MILLISECONDS })
  t.strictSame((await succeed(admin.get(`user_groups/${group.id}`))).user_group, group)
  const changed = (await succeed(admin.post(`admin/user_groups/${group.id}`, { provider_group: 'x' }))).user_group
  t.match(changed, { name: 'Editors', provider_group: 'x' })
  t.strictSame((await succeed(admin.post(`admin/user_groups/${group.id}`, { name: 'Editors' }))).user_group, changed)
  t.strictSame((await succeed(admin.post(`admin/user_groups/${group.id}`, {}))).user_group, changed)
  t.equal((await succeed(admin.post(`admin/user_groups/${group.id}`, { provider_group: null }))).user_group.provider_group, null)

  await t.test('Names that differ in case or in Unicode’s form alone are taken, others are not', async (t) => {
    const taken = [200, 'User group already exists']
    for (const name of ['editors', 'EDITORS', 'Editors']) {
      t.strictSame(outcome(await admin.post('admin/user_groups', { name })), taken)
    }
    const other = await addGroup(world, 'Zürich')
    for (const name of ['ZU\u0308RICH', 'zürich']) {
      t.strictSame(outcome(await admin.post('admin/user_groups', { name })), taken, name)
      t.strictSame(outcome(await admin.post(`admin/user_groups/${group.id}`, { name })), taken, name)
    }
    t.equal((await succeed(admin.post(`admin/user_groups/${other.id}`, { name: 'zu\u0308rich' }))).user_group.name, 'zu\u0308rich')
    t.equal((await addGroup(world, ' editors')).name, ' editors', 'white space makes another name')
    const stranger = await addStranger()
    t.equal(outcome(await stranger.client.post('admin/user_groups', { name: 'Editors' }))[0], 200, 'in another account')
  })

  await t.test('Names and groups of the provider have bounds', async (t) => {
    const rule = 'Must be a String of 1 to 100 characters'
    for (const name of ['', ' ', '\t\u00a0\u2003', 'x'.repeat(101)]) {
      t.equal(outcome(await admin.post('admin/user_groups', { name }))[0], 422, JSON.stringify(name))
    }
    t.strictSame(outcome(await admin.post('admin/user_groups', { name: ' ' })), [422, `Invalid parameter 'name' value " ": ${rule}`])
    t.strictSame(outcome(await admin.post('admin/user_groups', { name: 7 })), [422, "Invalid parameter 'name' value 7: Must be a String"])
    t.equal((await addGroup(world, '😀'.repeat(100))).name.length, 200)
    for (const sent of ['', 'x'.repeat(1001), 7]) {
      t.equal(outcome(await admin.post('admin/user_groups', { name: 'bounds', provider_group: sent }))[0], 422)
    }
    t.equal((await addGroup(world, 'bounds', { provider_group: ' ' })).provider_group, ' ')
    t.equal(outcome(await admin.post('admin/user_groups', { name: 'y', other: 1 }))[0], 422)
    t.equal(outcome(await admin.post('admin/user_groups', {}))[0], 422)
  })

  await t.test('One that is not there, or of another account, is not found', async (t) => {
    const stranger = await addStranger()
    for (const [client, id] of [[admin, 0], [admin, 'x'], [admin, 2 ** 31], [stranger.client, group.id]] as const) {
      const answers = [
        await client.get(`user_groups/${id}`), await client.get(`user_groups/${id}/users`),
        await client.post(`admin/user_groups/${id}`, { name: 'z' }), await client.delete(`admin/user_groups/${id}`),
        await client.post(`admin/user_groups/${id}/users`, { user_ids: [1] }),
        await client.delete(`admin/user_groups/${id}/users`, { user_ids: [1] })
      ]
      for (const answer of answers) t.strictSame(outcome(answer), [404, 'User group not found'])
    }
  })

  await t.test('Only administrators manage them', async (t) => {
    const { client } = await addUser()
    t.equal((await client.post('admin/user_groups', { name: 'mine' })).status, 401)
    t.equal((await client.delete(`admin/user_groups/${group.id}`)).status, 401)
    t.equal((await client.get(`user_groups/${group.id}`)).status, 200)
  })
})

onSharedApp('Users are put into groups, and taken out', async (t, world) => {
  const { admin, addUser, addStranger } = world
  const { id } = await addGroup(world, 'Users')
  const [one, other, off] = [await addUser(), await addUser(), await addUser()]
  await succeed(admin.post(`admin/users/${off.id}`, { disabled: true }))
  const send = (method: 'POST' | 'DELETE', ids: unknown) => admin.send(method, `admin/user_groups/${id}/users`, { user_ids: ids })
  const listed = async () => (await succeed(admin.get(`user_groups/${id}/users`))).users.map((user: { id: number }) => user.id)

  t.strictSame(outcome(await send('POST', [one.id, one.id, off.id])), [200, 'Users added'])
  t.strictSame(outcome(await send('POST', [one.id, other.id])), [200, 'Users added'])
  t.strictSame(await listed(), [one.id, other.id, off.id])
  t.equal((await succeed(admin.get(`user_groups/${id}`))).user_group.count, 3)
  t.strictSame((await succeed(one.client.get('user'))).user.user_groups, [{ id, name: 'Users' }])
  t.strictSame((await succeed(admin.get('user'))).user.user_groups, [])
  const page = await admin.get(`user_groups/${id}/users?limit=2`)
  t.equal(page.body.users.length, 2)
  t.match(page.headers.link, /rel="next"/)

  const stranger = await addStranger()
  for (const nobody of [stranger.id, 0, -1, 2 ** 31]) {
    t.strictSame(outcome(await send('POST', [other.id, nobody])), [200, `User not found with id ${nobody}`])
    t.strictSame(outcome(await send('DELETE', [other.id, nobody])), [200, `User not found with id ${nobody}`])
  }
  for (const sent of [[], 'x', [1.5], Array.from({ length: 1001 }, (_, index) => index)]) t.equal((await send('POST', sent)).status, 422)
  t.strictSame(await listed(), [one.id, other.id, off.id], 'nothing was done')
  t.strictSame(outcome(await send('DELETE', [one.id, one.id, (await addUser()).id])), [200, 'Users removed'])
  t.strictSame(await listed(), [other.id, off.id])

  await succeed(admin.post(`admin/user_groups/${id}`, { provider_group: 'staff' }))
  const byHand = [200, 'The users of this group come from the provider']
  t.strictSame(outcome(await send('POST', [one.id])), byHand)
  t.strictSame(outcome(await send('DELETE', [other.id])), byHand)
  t.strictSame(await listed(), [other.id, off.id])
})

onBothDatabases('Every kind of event of groups has its targets and its data', async (t, world) => {
  const { admin, addUser } = world
  const user = await addUser()
  const hook = await addWebhook(admin, {
    trigger_events: [
      'USER_GROUP_ADDED', 'USER_GROUP_EDITED', 'USER_GROUP_REMOVED', 'USER_GROUP_USER_LINKED', 'USER_GROUP_USER_UNLINKED',
      'USER_GROUP_LINKED', 'USER_GROUP_UNLINKED', 'USER_ROLE_EDITED'
    ]
  })
  const project = await addProject(admin)
  const { id } = await addGroup(world, 'Told')
  await succeed(admin.post(`admin/user_groups/${id}`, { name: 'Told more' }))
  await succeed(admin.post(`admin/user_groups/${id}/users`, { user_ids: [user.id] }))
  await succeed(admin.post(`admin/user_groups/${id}/users`, { user_ids: [user.id] }))
  await succeed(admin.post(`projects/${project.id}/user_groups`, { user_group_id: id }))
  await succeed(admin.put(`projects/${project.id}/user_groups`, { user_group_id: id, role: 'Viewer' }))
  await succeed(admin.put(`projects/${project.id}/user_groups`, { user_group_id: id, role: 'Viewer' }))
  await succeed(admin.delete(`admin/user_groups/${id}/users`, { user_ids: [user.id] }))
  await succeed(admin.delete(`admin/user_groups/${id}`))
  const ofGroup = { user_group_id: id }
  const ofPlace = { project_id: project.id, user_group_id: id }
  const ofUser = { user_group_id: id, user_id: user.id }
  const told = (await queuedFor(world, hook.id)).map(({ type, targets, data }) => [type, targets, Object.keys(data)])
  t.strictSame(told, [
    ['USER_GROUP_ADDED', ofGroup, ['user_group']],
    ['USER_GROUP_EDITED', ofGroup, ['user_group']],
    ['USER_GROUP_USER_LINKED', ofUser, []],
    ['USER_GROUP_LINKED', ofPlace, ['project']],
    ['USER_ROLE_EDITED', ofPlace, ['project']],
    ['USER_GROUP_USER_UNLINKED', ofUser, []],
    ['USER_GROUP_UNLINKED', ofPlace, ['project']],
    ['USER_GROUP_REMOVED', ofGroup, ['user_group']]
  ])
  const history = (await historyOf(admin, 'projects', project.id)).map(({ event }) => event)
  t.strictSame(history.slice(0, 3), ['USER_GROUP_UNLINKED', 'USER_ROLE_EDITED', 'USER_GROUP_LINKED'])
})

onBothDatabases('The last places are given once, to one of two who want them at once', async (t, world) => {
  const { app, admin, adminCaller: { accountId }, addUser } = world
  const { id } = await addGroup(world, 'Almost full')
  const users = await Promise.all([addUser(), addUser(), addUser(), addUser()])
  const { prisma } = app.database.reads
  const setCount = (userCount: number) => app.transact({ ...world.adminCaller }, (tx) =>
    tx.prisma.userGroup.updateMany({ where: { id, accountId }, data: { userCount } }))
  await setCount(9999)
  const { clients } = await openTwice(t, world)
  const answers = await Promise.all(users.map((user, index) =>
    clients[index % 2]!.post(`admin/user_groups/${id}/users`, { user_ids: [user.id] })))
  t.equal(successes(answers), 1)
  t.strictSame(new Set(answers.map(({ body }) => body.error ?? 'added')), new Set(['added', 'Must not have more than 10000 users']))
  t.equal(await prisma.userGroupUser.count({ where: { userGroupId: id } }), 1)
  await setCount(1)

  const named = await Promise.all(['Same', 'same', 'SAME', 'sAme'].map((name, index) => clients[index % 2]!.post('admin/user_groups', { name })))
  t.equal(successes(named), 1, 'the same name once')

  const now = new Date()
  await app.transact({ ...world.adminCaller }, (tx) => tx.prisma.userGroup.createMany({
    data: Array.from({ length: 997 }, (_, index) => ({
      accountId, name: `filled ${index}`, nameKey: `filled ${index}`, createdAt: now, updatedAt: now
    }))
  }))
  const last = await Promise.all(['a', 'b', 'c'].map((name, index) => clients[index % 2]!.post('admin/user_groups', { name })))
  t.equal(successes(last), 1)
  t.ok(last.some(({ body }) => body.error === 'Must not have more than 1000 user groups'))
  let count = 0
  for (let next: string | null = 'user_groups?limit=300'; next !== null;) {
    const { body, headers } = await admin.get(next)
    count += body.user_groups.length
    next = /^<\/api\/v2\/(.*)>; rel="next"$/.exec(String(headers.link))?.[1] ?? null
  }
  t.equal(count, 1000)
  t.equal(await prisma.userGroup.count({ where: { accountId } }), 1000)
})
