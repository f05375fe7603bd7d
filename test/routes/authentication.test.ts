import { createUsers } from '../../src/access/users.js'
import { type Client, createClient, httpDialects, inAppOfProcess } from '../helper/app.js'
import { addAsset, addProject } from '../helper/items.js'

const onOneDatabase = inAppOfProcess(httpDialects)

/** Requests that are all answered with the same 401 without a valid key, whatever else is wrong with them. */
const paths = (
  id: string
): Array<[method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH', path: string, body?: unknown]> => [
  ['GET', `assets/${id}`],
  ['GET', 'projects'],
  ['GET', 'projects?limit=0'],
  ['GET', 'tokens/reset_password_token'],
  ['GET', 'external_ids/x'],
  ['POST', 'assets', { title: 'x' }],
  ['POST', 'assets', {}],
  ['POST', 'assets', '{"title":'],
  ['POST', 'assets', 'x'.repeat(2 * 1024 * 1024)],
  ['PUT', `assets/${id}`, { title: null }],
  ['DELETE', `assets/${id}`],
  ['DELETE', `projects/${id}/members`],
  ['PATCH', `assets/${id}`],
  ['GET', 'nowhere'],
  ['POST', 'nowhere', '{'],
  ['GET', 'admin/nowhere'],
  ['GET', 'admin'],
  ['GET', ''],
  ['GET', '/api/v2'],
  ['GET', `/api/v%32/assets/${id}`],
  ['GET', `/%61pi/v2/assets/${id}`],
  ['GET', `/api/v2/%61ssets/${id}`],
  ['GET', `/api%2Fv2/assets/${id}`],
  ['GET', `/api/v2%2Fassets%2F${id}`],
  ['GET', '/api/v%32/nowhere'],
  ['GET', '/api/v2/%zz'],
  ['GET', '/api/v2/assets/%E0%A4%A'],
  ['GET', '/api/v2/assets/%00'],
  ['GET', `/api/v2/assets/${id}?x=%zz`],
  ['GET', `/api/v2//assets/${id}`]
]

onOneDatabase('Every request below /api/v2 without a valid key is answered with 401 and an empty body', async (t, { app, admin, adminCaller, addUser }) => {
  const users = createUsers(app)
  const { id } = await addAsset(admin)

  const refuses = async (client: Client) => {
    for (const [method, path, body] of paths(id)) {
      const answer = await client.send(method, path, body)
      t.strictSame([answer.status, answer.text], [401, ''], `${method} ${path.slice(0, 80)}`)
    }
  }

  await t.test('The 401 is the same whatever is wrong with the key', async (t) => {
    const expired = await users.addKey({ email: adminCaller.email, expiresIn: 100 })
    await app.transact(
      adminCaller,
      (tx) => tx.prisma.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    )
    const revoked = await users.addKey({ email: adminCaller.email })
    await users.revokeKey(revoked.id)
    const disabled = await addUser()
    const disabledKey = await users.addKey({ email: disabled.email })
    await users.disable(disabled.email)
    const { hash } = await app.database.reads.prisma.apiKey.findFirstOrThrow()
    const good = await users.addKey({ email: adminCaller.email })
    const keys = {
      expired: expired.api_key,
      revoked: revoked.api_key,
      'of a disabled user': disabledKey.api_key,
      unknown: 'cutroom_unknown',
      empty: '',
      'the stored digest': hash,
      'in part': good.api_key.slice(0, -1),
      'with more': `${good.api_key}x`,
      'very long': 'x'.repeat(5000)
    }
    const look = async (client: Client) => {
      const { status, text, headers } = await client.get(`assets/${id}`)
      const { 'x-request-id': _id, date: _date, ...rest } = headers
      return { status, text, headers: rest }
    }
    const missing = await look(createClient(app, null))
    t.strictSame([missing.status, missing.text], [401, ''])
    for (const [what, key] of Object.entries(keys)) t.strictSame(await look(createClient(app, key)), missing, what)
    t.strictSame(await look(disabled.client), missing)
    t.equal((await createClient(app, good.api_key).get(`assets/${id}`)).status, 200)
  })

  await t.test('The key is checked before bodies, parameters and paths', () =>
    refuses(createClient(app, null)))

  await t.test('A request with an unknown key is refused like one without a key', () => refuses(createClient(app, 'cutroom_unknown')))

  await t.test('Only the header X-API-KEY carries a key, and its name is case-insensitive', async (t) => {
    const { api_key: key } = await users.addKey({ email: adminCaller.email })
    const nobody = createClient(app, null)
    t.equal((await nobody.get(`assets/${id}`, { authorization: `Bearer ${key}` })).status, 401)
    t.equal((await nobody.get(`assets/${id}?api_key=${key}`)).status, 401)
    t.equal((await nobody.get(`assets/${id}`, { 'X-Api-Key': key })).status, 200)
  })

  await t.test('A new key works at once', async (t) => {
    for (let count = 0; count < 5; count++) {
      const { api_key: key } = await users.addKey({ email: adminCaller.email })
      t.equal((await createClient(app, key).get(`assets/${id}`)).status, 200)
    }
  })
})

onOneDatabase('Paths below admin answer a default user with 401 and an administrator with 404 if there is no such path', async (t, { admin, addUser }) => {
  const { client } = await addUser()
  const administrator = await addUser({ admin: true })
  for (
    const path of ['admin', 'admin/', 'admin/nowhere', 'admin/field_groups/nowhere/else', 'admin/assets',
      '%61dmin/nowhere', '/api/v%32/admin/nowhere', '/api/v2/admin%2Fnowhere', '/api/v2/admin/%00']
  ) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { status, text } = await client.send(method, path)
      t.strictSame([status, text], [401, ''], `${method} ${path}`)
    }
    const { status, body } = await administrator.client.get(path)
    t.strictSame([status, body], [404, { error: 'not found' }], path)
  }
  t.strictSame((await client.post('admin/nowhere', '{')).status, 401, 'before the body is parsed')
  const { id } = await addProject(admin)
  t.equal((await client.get(`projects/${id}`)).status, 200, 'the same key works elsewhere')
})
