import { saveKeyUsage } from '#src/access/usage.js'
import { createClient, inAppOfProcess } from '#test/helper/app.js'
import { addAsset, MILLISECONDS, succeed } from '#test/helper/items.js'
import { openTwice } from '#test/helper/processes.js'

const onBothDatabases = inAppOfProcess()

const KEY = /^cutroom_[\w-]{43}$/

onBothDatabases('Every user can see whose key is in use and manage their own keys', async (t, { app, admin, adminCaller, addUser, addStranger }) => {
  const { client, id: userId, email } = await addUser()
  const entriesOf = (keyId: number) =>
    app.database.reads.prisma.historyEntry.findMany({
      where: { targets: { contains: `"api_key_id":${keyId}}` } },
      orderBy: { id: 'asc' }
    })
  const listed = async () => (await succeed(client.get('user/api_keys'))).api_keys

  await t.test('GET /user shows the user and the key', async (t) => {
    const { user, api_key: key } = await succeed(client.get('user'))
    t.strictSame(user, {
      id: userId,
      email,
      name: '',
      admin: false,
      access: 'account',
      account: adminCaller.account,
      user_groups: [],
      avatar_url: null
    })
    t.match(key, { name: null, scope: 'write', created_at: MILLISECONDS, expires_at: null })
    t.strictSame(Object.keys(key), ['id', 'name', 'scope', 'created_at', 'last_used_at', 'expires_at'])
    await saveKeyUsage(app)
    t.match((await succeed(client.get('user'))).api_key.last_used_at, MILLISECONDS)
    t.equal((await succeed(admin.get('user'))).user.admin, true)
  })

  await t.test('A new key is shown once, works at once, and is in history as added by its user', async (t) => {
    const { api_key: key } = await succeed(client.post('user/api_keys', { name: 'Laptop', expires_in: 60 }))
    t.match(key, { name: 'Laptop', scope: 'write', last_used_at: null, key: KEY })
    t.equal(Date.parse(key.expires_at) - Date.parse(key.created_at), 60_000)
    t.equal((await createClient(app, key.key).get('projects')).status, 200)
    t.match(await entriesOf(key.id), [{ event: 'API_KEY_ADDED', userId, accountId: adminCaller.accountId }])
    const keys = await listed()
    t.strictSame(keys.map(({ id, current }: any) => [id === key.id, current]), [[false, true], [true, false]])
    t.notMatch(JSON.stringify(keys), /cutroom_/)
    t.notMatch(JSON.stringify(await app.database.reads.prisma.apiKey.findMany()), key.key)
  })

  await t.test('A request repeated with its Idempotency-Key makes no second key, and the key is stored nowhere', async (t) => {
    const ask = () => client.send('POST', 'user/api_keys', { name: 'Once' }, { 'idempotency-key': 'the-same' })
    const first = (await succeed(ask())).api_key
    t.match(first.key, KEY)
    const { key: _key, ...rest } = first
    const again = await ask()
    t.equal(again.headers['idempotency-replayed'], 'true')
    t.strictSame(again.body, { api_key: rest })
    t.notMatch(JSON.stringify(await app.database.reads.prisma.idempotencyKey.findMany()), /cutroom_/)
  })

  await t.test('A deleted key is refused from then on, is not listed, and cannot be deleted twice', async (t) => {
    const { api_key: key } = await succeed(client.post('user/api_keys', { name: 'Short' }))
    const other = createClient(app, key.key)
    t.equal((await other.get('user')).status, 200)
    t.strictSame((await client.delete(`user/api_keys/${key.id}`)).body, { ok: 'API key deleted' })
    t.equal((await other.get('user')).status, 401)
    t.notOk((await listed()).some(({ id }: any) => id === key.id))
    const { status, body } = await client.delete(`user/api_keys/${key.id}`)
    t.strictSame([status, body], [404, { error: 'API key not found' }])
    t.match(await entriesOf(key.id), [{ event: 'API_KEY_ADDED' }, { event: 'API_KEY_REMOVED', userId }])
  })

  await t.test('A key may delete itself', async (t) => {
    const { api_key: key } = await succeed(client.post('user/api_keys', { name: 'Itself' }))
    const itself = createClient(app, key.key)
    t.strictSame((await itself.delete(`user/api_keys/${key.id}`)).body, { ok: 'API key deleted' })
    t.equal((await itself.get('user')).status, 401)
  })

  await t.test('Keys of other users and invalid ids are answered with 404', async (t) => {
    const stranger = await addStranger()
    const foreign = (await succeed(stranger.client.post('user/api_keys', { name: 'Theirs' }))).api_key
    const colleagues = (await succeed(admin.post('user/api_keys', { name: 'A colleague\'s' }))).api_key
    for (const id of [foreign.id, colleagues.id, 0, -1, 'abc', '99999999999999999999', '%00']) {
      const { status, body } = await client.delete(`user/api_keys/${id}`)
      t.strictSame([status, body], [404, { error: 'API key not found' }], String(id))
    }
    t.equal((await createClient(app, foreign.key).get('user')).status, 200)
    t.notOk((await listed()).some(({ id }: any) => id === foreign.id || id === colleagues.id))
  })

  await t.test('The list of keys comes in pages of 100, or of as many as limit says', async (t) => {
    const { client } = await addUser()
    const ids = new Set<number>()
    for (let count = 0; count < 101; count++) await succeed(client.post('user/api_keys', { name: `Key ${count}` }))
    let path: string | undefined = 'user/api_keys'
    const sizes: number[] = []
    while (path !== undefined) {
      const { body, headers }: any = await client.get(path)
      sizes.push(body.api_keys.length)
      for (const { id } of body.api_keys) ids.add(id)
      path = /^<(.*)>; rel="next"$/.exec(headers.link ?? '')?.[1]
    }
    t.strictSame([sizes, ids.size], [[100, 2], 102])
    t.equal((await succeed(client.get('user/api_keys?limit=7'))).api_keys.length, 7)
  })

  await t.test('Wrong and unknown parameters are refused with 422', async (t) => {
    for (
      const [body, error] of [
        [{}, 'Missing parameter name'],
        [{ name: null }, "Invalid parameter 'name' value nil: Must be a String"],
        [{ name: 'x'.repeat(1001) },
          `Invalid parameter 'name' value "${'x'.repeat(999)}…: Must be a String of at most 1000 characters`],
        [{ name: 'a\0' }, 'Invalid parameter \'name\' value "a\\u0000": Must be a String'],
        [{ name: 'x', scope: 'admin' },
          'Invalid parameter \'scope\' value "admin": Must be one of: <code>write</code>, <code>read</code>.'],
        [{ name: 'x', expires_in: '60' },
          'Invalid parameter \'expires_in\' value "60": Must be a Integer from 1 to 3162240000'],
        [{ name: 'x', expires_in: 0 },
          "Invalid parameter 'expires_in' value 0: Must be a Integer from 1 to 3162240000"],
        [{ name: 'x', expires_in: 1e15 },
          "Invalid parameter 'expires_in' value 1000000000000000: Must be a Integer from 1 to 3162240000"],
        [{ name: 'x', expire_in: 60 }, "Unknown parameter 'expire_in'"],
        [{ name: 'x', __proto__x: 60 }, "Unknown parameter '__proto__x'"]
      ] as const
    ) {
      const answer = await client.post('user/api_keys', body)
      t.strictSame([answer.status, answer.body], [422, { error }])
    }
    for (const path of ['user?x=1', 'user/api_keys?x=1', 'user/api_keys?limits=5', 'users?q=a']) {
      const { status, body } = await client.get(path)
      t.equal(status, 422, path)
      t.match(body.error, /^Unknown parameter '\w+'$/)
    }
  })
})

onBothDatabases('A read-only key reads what its user may read, and changes nothing', async (t, world) => {
  const { app, admin } = world
  const { api_key: { key } } = await succeed(admin.post('user/api_keys', { name: 'Reader', scope: 'read' }))
  const reader = createClient(app, key)
  const asset = await addAsset(admin)

  await t.test('it reads whatever its user may read', async (t) => {
    for (
      const path of ['user', 'user/api_keys', 'users', 'projects', `assets/${asset.id}`, 'admin/webhooks',
        'admin/users']
    ) t.equal((await reader.get(path)).status, 200, path)
    t.equal(
      (await app.inject({ method: 'HEAD', url: `/api/v2/assets/${asset.id}`, headers: { 'x-api-key': key } }))
        .statusCode,
      200
    )
    t.equal((await succeed(reader.get('user'))).api_key.scope, 'read')
    t.equal((await reader.get('nowhere')).status, 404)
  })

  await t.test('a write is refused with 403 before anything else is checked', async (t) => {
    for (
      const [method, path, body] of [
        ['POST', 'assets', { title: 'x' }],
        ['POST', 'assets', {}],
        ['POST', 'assets', '{'],
        ['PUT', `assets/${asset.id}`, { title: 'x' }],
        ['DELETE', `assets/${asset.id}`],
        ['POST', `assets/${asset.id}/trash_bin`],
        ['DELETE', 'assets/nobody'],
        ['POST', 'user/api_keys', { name: 'x', scope: 'read' }],
        ['DELETE', 'user/api_keys/1'],
        ['POST', 'admin/users', { email: 'x@example.com' }],
        ['POST', 'nowhere'],
        ['PATCH', 'projects']
      ] as const
    ) {
      const answer = await reader.send(method, path, body)
      t.strictSame([answer.status, answer.body], [403, { error: 'This key may only read' }], `${method} ${path}`)
    }
    t.equal((await succeed(admin.get(`assets/${asset.id}`))).asset.title, asset.title)
    t.equal((await succeed(admin.get('user/api_keys'))).api_keys.length, 2)
  })

  await t.test('it gets no stored answer to a request that another key has made', async (t) => {
    const headers = { 'idempotency-key': 'asked-before' }
    t.equal((await admin.send('POST', 'assets', { title: 'x' }, headers)).status, 200)
    t.equal((await reader.send('POST', 'assets', { title: 'x' }, headers)).status, 403)
  })

  await t.test('paths below admin answer it with 401 if its user is not an administrator', async (t) => {
    const { client } = await world.addUser()
    const { api_key: own } = await succeed(client.post('user/api_keys', { name: 'Reader', scope: 'read' }))
    t.equal((await createClient(app, own.key).post('admin/users', {})).status, 401)
  })
})

onBothDatabases('A key that was deleted in one process is refused in the others', async (t, world) => {
  const { apps, clients } = await openTwice(t, world)
  const { api_key: key } = await succeed(clients[0].post('user/api_keys', { name: 'Both' }))
  t.equal((await createClient(apps[1], key.key).get('user')).status, 200)
  await succeed(clients[0].delete(`user/api_keys/${key.id}`))
  // Requests about the key itself read it from the database, however long the cache keeps its user.
  t.equal((await createClient(apps[1], key.key).get('user')).status, 401)
})
