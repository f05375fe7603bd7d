import { createUsers } from '#src/access/users.js'
import { saveKeyUsage } from '#src/access/usage.js'
import { createClient, onBothDatabases } from '#test/helper/app.js'
import { MILLISECONDS, succeed } from '#test/helper/items.js'
import { openTwice } from '#test/helper/processes.js'

const LAST = { error: 'Account must have at least one administrator' }

onBothDatabases('Administrators manage the users of their account', async (t, { app, admin, adminCaller, addUser, addStranger }) => {
  const entriesOf = (userId: number) =>
    app.database.reads.prisma.historyEntry.findMany({
      where: { targets: { contains: `"user_id":${userId}` } },
      orderBy: { id: 'asc' }
    })
  const change = (id: unknown, body?: object) => admin.post(`admin/users/${id}`, body)

  await t.test('A new user has a key that works, and history names the administrator who added both', async (t) => {
    const { user, api_key: key } = await succeed(admin.post('admin/users', { email: 'ann@example.com' }))
    t.match(user, {
      email: 'ann@example.com',
      admin: false,
      disabled: false,
      created_at: MILLISECONDS,
      last_used_at: null
    })
    t.match(key, { name: null, scope: 'write', expires_at: null, key: /^cutroom_/ })
    t.strictSame((await succeed(createClient(app, key.key).get('user'))).user, {
      id: user.id,
      email: user.email,
      name: '',
      admin: false,
      access: 'account',
      account: adminCaller.account,
      user_groups: [],
      avatar_url: null
    })
    t.match(await entriesOf(user.id), [
      { event: 'USER_ADDED', userId: adminCaller.userId },
      {
        event: 'API_KEY_ADDED',
        userId: adminCaller.userId,
        targets: JSON.stringify({ user_id: user.id, api_key_id: key.id })
      }
    ])
    t.equal((await succeed(admin.post('admin/users', { email: 'boss@example.com', admin: true }))).user.admin, true)
  })

  await t.test('An e-mail that is taken is refused, also in concurrent requests, and nothing is created', async (t) => {
    const before = await app.database.reads.prisma.historyEntry.count()
    const { status, body } = await admin.post('admin/users', { email: adminCaller.email })
    t.strictSame([status, body], [200, { error: 'User already exists' }])
    t.equal(await app.database.reads.prisma.historyEntry.count(), before)
    const answers = await Promise.all([1, 2, 3].map(() => admin.post('admin/users', { email: 'race@example.com' })))
    t.strictSame(answers.map((answer) => answer.status), [200, 200, 200])
    t.equal(answers.filter((answer) => answer.body.user !== undefined).length, 1)
    const twice = await admin.send('POST', 'admin/users', { email: 'race@example.com' }, { 'idempotency-key': 'taken' })
    t.strictSame(twice.body, { error: 'User already exists' })
  })

  await t.test('E-mails are compared in lower case, also in concurrent requests, and shown as they were given', async (t) => {
    const { user } = await succeed(admin.post('admin/users', { email: 'Mixed.Case@Example.com' }))
    t.equal(user.email, 'Mixed.Case@Example.com')
    for (const email of ['mixed.case@example.com', 'MIXED.CASE@EXAMPLE.COM', 'Mixed.Case@Example.com']) {
      t.strictSame((await admin.post('admin/users', { email })).body, { error: 'User already exists' }, email)
    }
    const spellings = ['race@x.com', 'Race@x.com', 'rACE@x.com', 'RACE@X.COM', 'race@X.com']
    const answers = await Promise.all(spellings.map((email) => admin.post('admin/users', { email })))
    t.equal(answers.filter(({ body }) => body.user !== undefined).length, 1)
    t.equal(answers.filter(({ body }) => body.error === 'User already exists').length, spellings.length - 1)
    await succeed(admin.post('admin/users', { email: 'Ünal@example.com' }))
    t.strictSame((await admin.post('admin/users', { email: 'ünal@example.com' })).body, { error: 'User already exists' })
  })

  await t.test('Wrong and unknown parameters are refused with 422', async (t) => {
    for (
      const [path, body, error] of [
        ['admin/users', {}, 'Missing parameter email'],
        ['admin/users', { email: 5 }, "Invalid parameter 'email' value 5: Must be a String"],
        ['admin/users', { email: 'nobody' }, 'Invalid parameter \'email\' value "nobody": Must be an e-mail address'],
        ['admin/users', { email: 'a\0@b' },
          'Invalid parameter \'email\' value "a\\u0000@b": Must be an e-mail address'],
        ['admin/users', { email: `${'x'.repeat(5000)}@example.com` }, /Must be an e-mail address$/],
        ['admin/users', { email: 'a@example.com', admin: 'true' },
          'Invalid parameter \'admin\' value "true": Must be one of: <code>true</code>, <code>false</code>.'],
        ['admin/users', { email: 'a@example.com', role: 'x' }, "Unknown parameter 'role'"],
        [`admin/users/${adminCaller.userId}`, { disabled: null },
          "Invalid parameter 'disabled' value nil: Must be one of: <code>true</code>, <code>false</code>."],
        [`admin/users/${adminCaller.userId}`, { disable: true }, "Unknown parameter 'disable'"]
      ] as const
    ) {
      const answer = await admin.post(path, body)
      t.equal(answer.status, 422)
      t.match(answer.body.error, error)
    }
  })

  await t.test('Disabling a user makes all keys invalid at once, and enabling makes them valid again', async (t) => {
    const { id, client } = await addUser()
    t.equal((await client.get('user')).status, 200)
    const { user } = await succeed(change(id, { disabled: true }))
    t.equal(user.disabled, true)
    t.equal((await client.get('user')).status, 401)
    t.strictSame(await succeed(change(id, { disabled: true })), { user }, 'and may be repeated')
    t.strictSame((await succeed(change(id, { disabled: false }))).user, { ...user, disabled: false })
    t.equal((await client.get('user')).status, 200)
    t.strictSame((await entriesOf(id)).filter(({ event }) => event === 'USER_EDITED').map(({ userId }) => userId), [
      adminCaller.userId,
      adminCaller.userId
    ])
  })

  await t.test('A user is made an administrator, and a default user again, with effect at once', async (t) => {
    const { id, client } = await addUser()
    t.equal((await client.get('admin/users')).status, 401)
    t.match(await succeed(change(id, { admin: true })), { user: { id, admin: true, disabled: false } })
    t.equal((await client.get('admin/users')).status, 200)
    t.match(await succeed(change(id, { admin: false, disabled: true })), { user: { admin: false, disabled: true } })
    t.equal((await entriesOf(id)).filter(({ event }) => event === 'USER_EDITED').length, 2, 'one entry for both')
    t.match(await succeed(change(id)), { user: { id, admin: false, disabled: true } }, 'nothing sent changes nothing')
  })

  await t.test('Users of another account and invalid ids are answered with 404', async (t) => {
    const stranger = await addStranger()
    for (const id of [stranger.id, 0, -1, 'abc', '99999999999999999999', '2147483648']) {
      const { status, body } = await change(id, { disabled: true })
      t.strictSame([status, body], [404, { error: `Couldn't find User with 'id'=${id}` }], String(id))
    }
    t.equal((await stranger.client.get('user')).status, 200)
    t.strictSame((await succeed(stranger.client.get('users'))).users, [{
      id: stranger.id,
      email: stranger.email,
      name: '',
      admin: true,
      access: 'account',
      disabled: false,
      avatar_url: null
    }])
    t.strictSame((await succeed(stranger.client.get('admin/users'))).users.map(({ id }: any) => id), [stranger.id])
  })

  await t.test('Administrators see when each user last used a key, and every user may list the users of the account', async (t) => {
    const { id, email, client } = await addUser()
    const find = async () =>
      (await succeed(admin.get('admin/users?limit=1000'))).users.find((user: any) => user.id === id)
    t.strictSame(Object.keys(await find()),
      ['id', 'email', 'name', 'admin', 'access', 'disabled', 'created_at', 'last_used_at', 'avatar_url'])
    t.equal((await find()).last_used_at, null)
    const { users } = await succeed(client.get('users?limit=1000'))
    await saveKeyUsage(app)
    t.match((await find()).last_used_at, MILLISECONDS)
    t.strictSame(users.find((user: any) => user.id === id), { id, email, name: '', admin: false, access: 'account', disabled: false, avatar_url: null })
    t.ok(users.length > 3 && users.every((user: any, index: number) => index === 0 || user.id > users[index - 1].id))
    const page = await client.get('users?limit=2')
    t.equal(page.body.users.length, 2)
    t.match(page.headers.link, /^<\/api\/v2\/users\?limit=2&cursor=[\w-]+>; rel="next"$/)
    t.equal((await client.get('admin/users')).status, 401)
  })
})

onBothDatabases('The last administrator who can sign in cannot be disabled or made a default user', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const users = createUsers(app)
  const change = (id: number, body: object) => admin.post(`admin/users/${id}`, body)
  const refuses = async (id: number, body: object) => {
    const answer = await change(id, body)
    t.strictSame([answer.status, answer.body], [200, LAST])
    const [operator] = await Promise.allSettled([users.disable(adminCaller.email)])
    t.match(operator, {
      status: 'rejected',
      reason: {
        name: 'OperatorMistake',
        message: /^admin@example\.com is the last administrator who can still come in/
      }
    })
    t.match((await succeed(admin.get('admin/users'))).users[0], { admin: true, disabled: false })
  }

  await refuses(adminCaller.userId, { disabled: true })
  await refuses(adminCaller.userId, { admin: false })
  await addUser()
  await refuses(adminCaller.userId, { disabled: true })

  const second = await addUser({ admin: true })
  const key = (await succeed(second.client.get('user'))).api_key.id
  await succeed(change(second.id, { disabled: true }))
  await refuses(adminCaller.userId, { disabled: true })
  await users.enable(second.email)
  await succeed(second.client.post('user/api_keys', { name: 'Reader', scope: 'read' }))
  await succeed(second.client.delete(`user/api_keys/${key}`))
  await refuses(adminCaller.userId, { admin: false })
  const { id } = await users.addKey({ email: second.email, expiresIn: 100 })
  await app.transact(
    adminCaller,
    (tx) => tx.prisma.apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
  )
  await refuses(adminCaller.userId, { disabled: true })

  await users.addKey({ email: second.email })
  t.match(await succeed(change(adminCaller.userId, { admin: false })), { user: { admin: false } })
  t.equal((await admin.get('admin/users')).status, 401)
})

onBothDatabases('If two administrators disable each other at the same time, one stays enabled', async (t, world) => {
  const { clients } = await openTwice(t, world)
  for (let round = 0; round < 5; round++) {
    const one = (await succeed(clients[0].post('admin/users', { email: `one${round}@example.com`, admin: true })))
    const [first, second] = await Promise.all([
      clients[0].post(`admin/users/${one.user.id}`, { disabled: true }),
      createClient(world.app, one.api_key.key).post(`admin/users/${world.adminCaller.userId}`, { disabled: true })
    ])
    t.strictSame([first.status, second.status].filter((status) => status !== 200 && status !== 401), [])
    const able = await world.app.database.reads.prisma.user.findMany({ where: { admin: true, disabledAt: null } })
    t.equal(able.length, 1)
    await createUsers(world.app).enable(world.adminCaller.email)
    await createUsers(world.app).disable(`one${round}@example.com`)
  }
})
