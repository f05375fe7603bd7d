import { createUsers } from '#src/access/users.js'
import { createClient, httpDialects, inAppOfProcess, type Client } from '../../helper/app.js'
import { addAsset, addProject, eventsOf, isDeleted, succeed } from '../../helper/items.js'
import { openTwice } from '../../helper/processes.js'

const onBothDatabases = inAppOfProcess()

const REUSED = { error: 'Idempotency-Key has been used with another body' }
const RUNNING = { error: 'A request with this Idempotency-Key is still running' }

const post = (client: Client, path: string, body: unknown, key: string) =>
  client.send('POST', path, body, { 'idempotency-key': key })

onBothDatabases('A POST that is repeated with its Idempotency-Key gets the stored answer, and nothing is done twice', async (t, world) => {
  const { admin, adminCaller: { accountId, email }, app, addUser } = world
  const countAssets = () => app.database.reads.prisma.asset.count({ where: { accountId } })

  await t.test('the replayed answer has the same status and the same bytes', async (t) => {
    const first = await post(admin, 'assets', { title: 'Once é 😀', tags: ['a'] }, 'create')
    t.strictSame([first.status, first.headers['idempotency-replayed']], [200, undefined])
    for (let count = 0; count < 3; count++) {
      const again = await post(admin, 'assets', { title: 'Once é 😀', tags: ['a'] }, 'create')
      t.strictSame([again.status, again.text, again.headers['content-type']], [200, first.text,
        first.headers['content-type']])
      t.equal(again.headers['idempotency-replayed'], 'true')
    }
    t.strictSame([await countAssets(), await eventsOf(admin, 'assets', first.body.asset.id)], [1, ['ASSET_ADDED']])
  })

  await t.test('an answer is replayed for a request without a body, too, and after its change was undone', async (t) => {
    const { id } = await addAsset(admin)
    const first = await post(admin, `assets/${id}/trash_bin`, undefined, 'trash')
    await succeed(admin.post(`assets/${id}/restore`))
    const again = await post(admin, `assets/${id}/trash_bin`, undefined, 'trash')
    t.strictSame([again.text, again.headers['idempotency-replayed']], [first.text, 'true'])
    t.equal(await isDeleted(admin, 'assets', id), false)
  })

  await t.test('an answer is replayed for any API key of the user, and not for another user', async (t) => {
    const user = await addUser()
    const { api_key: second } = await createUsers(app).addKey({ email: user.email })
    const first = await post(user.client, 'assets', { title: 'Mine' }, 'shared')
    t.equal((await post(createClient(app, second), 'assets', { title: 'Mine' }, 'shared')).text, first.text)
    const others = await post(admin, 'assets', { title: 'Mine' }, 'shared')
    t.strictSame([others.status, others.headers['idempotency-replayed'], others.body.asset.owner], [200, undefined,
      email])
    t.equal((await post(admin, 'assets', { title: 'Another' }, 'shared')).status, 422)
    const stranger = await world.addStranger()
    t.equal(
      (await post(stranger.client, 'assets', { title: 'A third' }, 'shared')).headers['idempotency-replayed'],
      undefined
    )
  })

  await t.test('an answer is replayed at its path only', async (t) => {
    const asset = await post(admin, 'assets', { title: 'Here' }, 'paths')
    const project = await post(admin, 'projects', { title: 'Here' }, 'paths')
    t.strictSame([asset.status, project.status, project.headers['idempotency-replayed']], [200, 200, undefined])
    t.ok(project.body.project)
  })

  await t.test('a key has 1 to 255 printable characters; another one is refused with 422', async (t) => {
    for (const key of ['k', ' ~!"\\{}', 'x'.repeat(255)]) {
      const first = await post(admin, 'assets', { title: 'Key' }, key)
      t.strictSame(
        [first.status, (await post(admin, 'assets', { title: 'Key' }, key)).text],
        [200, first.text],
        key.slice(0, 10)
      )
    }
    for (
      const [key, shown] of [['', '""'], ['x'.repeat(256), `"${'x'.repeat(256)}"`], ['tab\there', '"tab\\there"'], [
        'caf\u00e9',
        '"caf\u00e9"'
      ], ['\u007f', '"\\u007F"']] as const
    ) {
      const before = await countAssets()
      const { status, body } = await post(admin, 'assets', { title: 'Key' }, key)
      t.strictSame([status, body], [422, {
        error: `Invalid parameter 'Idempotency-Key' value ${shown}: Must be 1 to 255 printable characters`
      }])
      t.equal(await countAssets(), before)
    }
  })
})

onBothDatabases('An Idempotency-Key that is sent with another body is refused with 422', async (t, { admin, adminCaller: { accountId }, app }) => {
  const project = await addProject(admin)
  await succeed(post(admin, 'assets', { title: 'First', tags: ['a'] }, 'key'))
  for (
    const body of [{ title: 'Second', tags: ['a'] }, { title: 'First' }, { title: 'First', tags: ['a', 'b'] }, {
      title: 'First',
      tags: ['a'],
      category: ''
    }]
  ) {
    const { status, body: answer } = await post(admin, 'assets', body, 'key')
    t.strictSame([status, answer], [422, REUSED])
  }
  t.equal(await app.database.reads.prisma.asset.count({ where: { accountId } }), 1)
  t.strictSame(
    (await post(admin, 'assets', {}, 'key')).body,
    { error: 'Missing parameter title' },
    'a wrong parameter is reported first'
  )
  await succeed(post(admin, `projects/${project.id}/trash_bin`, undefined, 'key'))
  t.strictSame((await post(admin, `projects/${project.id}/trash_bin`, { a: 1 }, 'key')).body, REUSED)
}, {}, httpDialects)

onBothDatabases('While a request is running, another one with its Idempotency-Key is refused with 409 by every process', async (t, world) => {
  const { apps: [app], clients: [admin, elsewhere] } = await openTwice(t, world)
  const { create } = app.assets
  let goOn!: () => void
  const paused = new Promise<void>((resolve) => { goOn = resolve })
  const reached = new Promise<void>((resolve) => {
    app.assets.create = async (...parameters) => {
      const row = await create(...parameters)
      resolve()
      await paused
      return row
    }
  })
  t.teardown(() => { app.assets.create = create })

  const first = post(admin, 'assets', { title: 'Slow' }, 'slow')
  await reached
  app.assets.create = create
  for (const client of [admin, elsewhere]) {
    const { status, body } = await post(client, 'assets', { title: 'Slow' }, 'slow')
    t.strictSame([status, body], [409, RUNNING])
  }
  goOn()
  const { status, text } = await first
  t.equal(status, 200)
  for (const client of [admin, elsewhere]) {
    const again = await post(client, 'assets', { title: 'Slow' }, 'slow')
    t.strictSame([again.text, again.headers['idempotency-replayed']], [text, 'true'])
  }
  const { accountId } = world.adminCaller
  t.equal(await app.database.reads.prisma.asset.count({ where: { accountId } }), 1)
})

onBothDatabases('Of many concurrent requests with one Idempotency-Key, one is done', async (t, world) => {
  const { clients } = await openTwice(t, world)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) =>
    post(clients[index % 2]!, 'assets', { title: 'Once' }, 'crowd')))
  const done = answers.filter(({ status }) => status === 200)
  t.ok(done.length >= 1)
  t.equal(new Set(done.map(({ text }) => text)).size, 1, 'all successful answers are the same')
  t.equal(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    t.strictSame([answer.status, answer.body], [409, RUNNING])
  }
  const { accountId } = world.adminCaller
  t.equal(await world.app.database.reads.prisma.asset.count({ where: { accountId } }), 1)
})

onBothDatabases('An answer of more than 1 MiB is not stored; the repeated request gets 409 and is not done again', async (t, { admin, adminCaller: { accountId }, app }) => {
  const NOT_KEPT = [409, { error: 'This request was done; its answer was too large to be kept' }]
  const { id } = await addAsset(admin, { tags: Array.from({ length: 1000 }, (_, n) => `${n}`.padEnd(999, 'x')) })
  const operations = ['first', 'second'].map((title) => ({ method: 'PUT', path: `/api/v2/assets/${id}`, body: { title } }))
  for (const atomic of [true, false]) {
    const events = await eventsOf(admin, 'assets', id)
    const small = await post(admin, 'bulk', { atomic, operations: operations.slice(0, 1) }, `small ${atomic}`)
    t.equal((await post(admin, 'bulk', { atomic, operations: operations.slice(0, 1) }, `small ${atomic}`)).text, small.text)
    const large = await post(admin, 'bulk', { atomic, operations }, `large ${atomic}`)
    t.match(large.body, { failed: 0, committed: true })
    for (let count = 0; count < 2; count++) {
      const again = await post(admin, 'bulk', { atomic, operations }, `large ${atomic}`)
      t.strictSame([again.status, again.body], NOT_KEPT)
    }
    t.equal((await post(admin, 'bulk', { atomic }, `large ${atomic}`)).status, 422)
    t.equal((await post(admin, 'bulk', { atomic, operations: [] }, `large ${atomic}`)).body.error, REUSED.error)
    t.equal((await eventsOf(admin, 'assets', id)).length, events.length + 2)
  }
  const stored = await app.database.reads.prisma.idempotencyKey.findMany({ where: { accountId } })
  t.ok(stored.every(({ answer }) => answer.length <= 1024 ** 2))
  t.equal(stored.length, 4, 'the notes of the pieces are gone')
}, {}, httpDialects)

onBothDatabases('A stored answer does not contain hidden header values', async (t, { admin, adminCaller: { accountId }, app }) => {
  const { webhook: { id } } = await succeed(admin.post('admin/webhooks', {
    name: 'Hook', http_url: 'http://127.0.0.1:9/', http_method: 'POST', trigger_events: ['ASSET_ADDED']
  }))
  for (const flags of [{ hidden: true }, { is_hmac: true }, {}]) {
    const body = { header_key: 'X-A', header_value: 'top secret', ...flags }
    const first = await post(admin, `admin/webhooks/${id}/webhook_headers`, body, JSON.stringify(flags))
    const again = await post(admin, `admin/webhooks/${id}/webhook_headers`, body, JSON.stringify(flags))
    const { header_value: value, ...shown } = first.body.webhook_header
    t.equal(value, 'top secret')
    const isSecret = Object.keys(flags).length > 0
    t.strictSame(again.body, { webhook_header: isSecret ? shown : first.body.webhook_header })
  }
  const stored = await app.database.reads.prisma.idempotencyKey.findMany({ where: { accountId } })
  t.equal(stored.filter(({ answer }) => answer.includes('top secret')).length, 1, 'only the one that is not hidden')
}, {}, httpDialects)
