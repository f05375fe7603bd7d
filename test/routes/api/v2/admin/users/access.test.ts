import { onBothDatabases } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'

const OF_ADMINISTRATOR = { error: 'Invalid parameter \'access\' value "projects": Must be account for an administrator' }

onBothDatabases('What a user sees is shown and set wherever users are', async (t, { app, admin, addUser, anonymous }) => {
  const eventsOf = async (userId: number) => (await app.database.reads.prisma.historyEntry.findMany({
    where: { targets: { contains: `"user_id":${userId}` } }, orderBy: { id: 'asc' }
  })).map(({ event, targets }) => [event, targets])
  const change = (id: unknown, body?: object) => admin.post(`admin/users/${id}`, body)

  await t.test('Users see the account by default, and only their projects if an administrator says so', async (t) => {
    t.equal((await succeed(admin.post('admin/users', { email: 'ann@example.com' }))).user.access, 'account')
    const { user } = await succeed(admin.post('admin/users', { email: 'ben@example.com', access: 'projects' }))
    t.equal(user.access, 'projects')
    t.strictSame((await eventsOf(user.id)).map(([event]) => event), ['USER_ADDED', 'API_KEY_ADDED'])
    const { users } = await succeed(admin.get('users'))
    t.strictSame(users.map((user: any) => [user.email, user.access]), [['admin@example.com', 'account'],
      ['ann@example.com', 'account'], ['ben@example.com', 'projects']])
    t.equal((await succeed(admin.get('admin/users'))).users[2].access, 'projects')
    t.equal((await succeed(admin.get('user'))).user.access, 'account')
  })

  await t.test('A change is PERMISSION_EDITED, and holds from the next request on', async (t) => {
    const { id, client } = await addUser()
    const before = (await eventsOf(id)).length
    t.equal((await succeed(client.get('user'))).user.access, 'account')
    t.match(await succeed(change(id, { access: 'projects' })), { user: { id, access: 'projects' } })
    t.equal((await succeed(client.get('user'))).user.access, 'projects')
    await succeed(change(id, { access: 'projects' }))
    t.strictSame((await eventsOf(id)).slice(before), [['PERMISSION_EDITED', JSON.stringify({ user_id: id })]])
    await succeed(change(id, { disabled: true, access: 'account' }))
    t.strictSame((await eventsOf(id)).slice(before + 1).map(([event]) => event), ['USER_EDITED', 'PERMISSION_EDITED'])
  })

  await t.test('An administrator sees everything: making one sets it, and nothing else is allowed', async (t) => {
    t.strictSame(await post({ email: 'boss@example.com', admin: true, access: 'projects' }), [422, OF_ADMINISTRATOR])
    const { id } = await addUser({ access: 'projects' })
    t.match(await succeed(change(id, { admin: true })), { user: { admin: true, access: 'account' } })
    t.equal((await eventsOf(id)).at(-1)![0], 'PERMISSION_EDITED')
    for (const body of [{ access: 'projects' }, { admin: true, access: 'projects' }]) {
      const { status, body: answer } = await change(id, body)
      t.strictSame([status, answer], [422, OF_ADMINISTRATOR])
    }
    t.match(await succeed(change(id, { admin: false, access: 'projects' })), { user: { admin: false, access: 'projects' } })
    t.equal((await change(999, { admin: true, access: 'projects' })).status, 422)
    t.equal((await change(999, { access: 'projects' })).status, 404)
  })

  await t.test('Anything else is a 422 that says what it may be', async (t) => {
    const text = 'Must be one of: <code>account</code>, <code>projects</code>.'
    t.strictSame(await post({ email: 'carl@example.com', access: 'all' }),
      [422, { error: `Invalid parameter 'access' value "all": ${text}` }])
    t.match((await change(1, { access: null })).body, { error: "Invalid parameter 'access' value nil: Must be a String" })
    t.equal((await anonymous.post('admin/users/1', { access: 'all' })).status, 401)
  })

  async function post (body: object) {
    const { status, body: answer } = await admin.post('admin/users', body)
    return [status, answer]
  }
})
