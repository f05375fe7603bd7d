import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { buildApp } from '../../src/app.js'
import { createUsers } from '../../src/access/users.js'
import { openDatabase } from '../../src/database/database.js'
import { createClient, neverOverloaded, onOneDatabase } from '../helper/app.js'
import { addAsset } from '../helper/items.js'

onOneDatabase('Answers to failures show no internals, and the log shows no keys or tokens', async (t, world) => {
  const { admin, adminCaller, addStranger, config, url } = world
  let log = ''
  const stream = new Writable({
    write (chunk, _encoding, done) {
      log += chunk
      done()
    }
  })
  const app = await buildApp({
    config,
    database: await openDatabase(url),
    overload: neverOverloaded,
    logger: pino({ level: 'trace' }, stream)
  })
  t.teardown(() => app.close())
  await app.ready()
  const key = config.ADMIN_API_KEY!
  const client = createClient(app, key)
  const { id } = await addAsset(admin)
  const lines = () => log.trim().split('\n').map((line) => JSON.parse(line))

  await t.test('An unexpected failure is answered with a bare 500 and logged with the id of its request', async (t) => {
    const { assets } = app
    const original = { ...assets }
    t.teardown(() => Object.assign(assets, original))
    const fail = async () => {
      throw Object.assign(new Error('SELECT secret FROM /srv/cutroom/users'), { code: 'SQLITE_ERROR', statusCode: 503 })
    }
    Object.assign(assets, { read: fail, require: fail, create: fail, update: fail })
    for (
      const request of [client.get(`assets/${id}`), client.post('assets', { title: 'x' }),
        client.put(`assets/${id}`, {})]
    ) {
      const { status, body, headers } = await request
      t.strictSame([status, body], [500, { error: 'Internal Server Error' }])
      const written = lines().find((line) => line.err !== undefined && line.reqId === headers['x-request-id'])
      t.match(written?.err?.message, 'SELECT secret')
    }
  })

  await t.test('Malformed HTTP is refused with 400 and too long headers with 431, both with an error in JSON', async (t) => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    for (const [sent, status, error] of [
      ['NONSENSE\r\n\r\n', 400, 'Bad Request'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'Request headers are too large']
    ] as const) {
      const socket = connect(port, '127.0.0.1')
      socket.write(sent)
      const [head, body] = (await text(socket)).split('\r\n\r\n')
      t.match(head, `HTTP/1.1 ${status} `)
      t.match(head, /\r\nx-request-id: [\w-]+\r\n/)
      t.strictSame(JSON.parse(body!), { error })
    }
  })

  await t.test('Each request is logged under the id that its answer names', async (t) => {
    const answer = await client.get(`assets/${id}`, { 'x-request-id': 'look-for-me' })
    t.equal(answer.headers['x-request-id'], 'look-for-me')
    t.ok(lines().some((line) => line.reqId === 'look-for-me'))
    const strange = await client.get(`assets/${id}`, { 'x-request-id': 'a"b {evil}' })
    t.not(strange.headers['x-request-id'], undefined)
  })

  await t.test('Keys and tokens never reach the log, not even wrong ones', async (t) => {
    const users = createUsers(world.app)
    const { token } = await users.issueToken({ kind: 'confirmation', email: adminCaller.email })
    const stranger = await addStranger()
    const { api_key: other } = await users.addKey({ email: stranger.email })
    t.equal((await client.get(`tokens/confirmation_token?token=${token}`)).status, 200)
    await client.get(`tokens/reset_password_token?token=${token}`)
    await client.get(`tokens/confirmation_token?token=${token}&token=${token}`)
    await createClient(app, other).get('projects')
    await createClient(app, 'cutroom_wrong_but_secret').get('projects')
    await createClient(app, null).get('projects', { authorization: 'Bearer wrong_but_secret' })
    await client.post('assets', '{"token":')
    for (const secret of [key, token, other, 'wrong_but_secret']) t.notOk(log.includes(secret), secret.slice(0, 12))
  })
})
