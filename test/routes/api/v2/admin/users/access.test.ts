import { onBothDatabases } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'

const OF_ADMINISTRATOR = { error: 'Invalid parameter \'access\' value "projects": Must be account for an administrator' }

onBothDatabases('The access of a user is shown and set at every endpoint of users', async (t, { app, admin, addUser, anonymous }) => {
  const eventsOf = async (userId: number) => (await app.database.reads.prisma.historyEntry.findMany({
    where: { targets: { contains: `"user_id":${userId}` } }, orderBy: { id: 'asc' }
  })).map(({ event, targets }) => [event, targets])
  const change = (id: unknown, body?: object) => admin.post(`admin/users/${id}`, body)

  await t.test('A new user sees the whole account unless created with access to projects only', async (t) => {
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

  await t.test('A change of access is a PERMISSION_EDITED event and takes effect with the next request', async (t) => {
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

  await t.test('An administrator always has access to the account: promotion sets it, and anything else is refused', async (t) => {
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

  await t.test('Any other access is refused with 422 and the allowed values', async (t) => {
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
