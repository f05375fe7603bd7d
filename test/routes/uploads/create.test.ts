import { addAsset, MILLISECONDS, NOBODYS_ID, succeed } from '../../helper/items.js'
import { createClient, httpDialects, inAppOfProcess } from '../../helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { createUsers } from '#src/access/users.js'

const onBothDatabases = inAppOfProcess()

onBothDatabases('The URL of an upload is signed and valid for a day', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const { status, body } = await admin.post(`assets/${id}/uploads`, {
    filename: 'film.mov', size: 4, content_type: 'video/quicktime', sha256: 'AB'.repeat(32)
  })
  t.equal(status, 200)
  t.same(Object.keys(body), ['upload'])
  t.same(Object.keys(body.upload), ['id', 'url', 'expires_at', 'media_id'])
  t.match(body.upload, { url: new RegExp(`/uploads/${body.upload.id}\\?signature=[\\w-]+$`), expires_at: MILLISECONDS })
  const lastsMs = Date.parse(body.upload.expires_at) - Date.now()
  t.ok(lastsMs > 86_000_000 && lastsMs <= 86_400_000)
}, {}, httpDialects)

onBothDatabases('The first missing or wrong parameter is named, in the order of declaration', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const largest = 2 ** 40
  const rule = `Must be a Integer from 0 to ${largest}`
  const cases: Array<[object, string | RegExp]> = [
    [{}, 'Missing parameter filename'],
    [{ filename: 'a' }, 'Missing parameter size'],
    [{ filename: 1, size: -1 }, /filename/],
    [{ filename: 'a', size: -1 }, `Invalid parameter: size, -1, ${rule}`],
    [{ filename: 'a', size: 1.5 }, /Must be a Integer from 0 to \d+/],
    [{ filename: 'a', size: '1' }, /Must be a Integer from 0 to \d+/],
    [{ filename: 'a', size: null }, /Must be a Integer from 0 to \d+/],
    [{ filename: 'a', size: largest * 1000 }, /Must be a Integer from 0 to \d+/],
    [{ filename: 'a', size: 1, sha256: 'abc' }, /sha256.*Must be a SHA-256 in hexadecimal$/],
    [{ filename: 'a', size: 1, sha256: null }, /sha256.*Must be a SHA-256 in hexadecimal$/]
  ]
  for (const [body, text] of cases) {
    const answer = await admin.post(`assets/${id}/uploads`, body)
    t.equal(answer.status, 422, JSON.stringify(body))
    if (typeof text === 'string' && !text.includes(String(largest))) t.equal(answer.body.error, text)
    else t.match(answer.body.error, typeof text === 'string' ? /Must be a Integer from 0 to \d+/ : text)
  }
  t.equal((await admin.post(`assets/${id}/uploads`, { filename: 'a', size: 0 })).status, 200)
}, {}, httpDialects)

onBothDatabases('Only users who may change the asset get a URL', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const body = { filename: 'a', size: 1 }
  t.match(await admin.post(`assets/${NOBODYS_ID}/uploads`, body), { status: 404, body: { error: 'asset not found' } })
  const { client } = await world.addStranger()
  t.match(await client.post(`assets/${id}/uploads`, body), { status: 404, body: { error: 'asset not found' } })
  t.equal((await world.anonymous.post(`assets/${id}/uploads`, body)).status, 401)
  const { email } = await world.addUser()
  const { api_key: key } = await createUsers(world.app).addKey({ email, scope: 'read' })
  t.equal((await createClient(world.app, key).post(`assets/${id}/uploads`, body)).status, 403)
  await succeed(admin.post(`assets/${id}/trash_bin`))
  t.equal((await admin.post(`assets/${id}/uploads`, body)).status, 200, 'a trashed asset takes files as it takes URLs')
})

onBothDatabases('A user has at most 1,000 open uploads', async (t, { admin, app, adminCaller }) => {
  const { id } = await addAsset(admin)
  const now = new Date()
  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'uploads', Array.from({ length: 1000 }, (_none, number) => ({
      id: `upload ${number}`,
      accountId: adminCaller.accountId,
      assetId: id,
      userId: adminCaller.userId,
      filename: 'a',
      size: 1,
      status: 'open',
      expiresAt: new Date(now.getTime() + 86_400_000),
      createdAt: now
    })))
  })
  t.match(await admin.post(`assets/${id}/uploads`, { filename: 'a', size: 1 }), {
    status: 503, body: { error: 'Service is overloaded' }
  })
})
