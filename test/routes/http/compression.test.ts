import { gunzipSync } from 'node:zlib'
import { MEBIBYTE } from '#src/basics/units.js'
import { httpDialects, inAppOfProcess } from '../../helper/app.js'
import { fillProject } from '../../helper/fill.js'
import { addAsset, addProject } from '../../helper/items.js'

inAppOfProcess(httpDialects)('Long answers of text are compressed for those who accept it', async (t, world) => {
  const { app, admin, adminKey } = world
  const project = await addProject(admin)
  await fillProject(world, project.id, { assets: 60 })
  const list = `/api/v2/projects/${project.id}/assets?limit=60`
  const ask = (url: string, headers: Record<string, string> = { 'accept-encoding': 'br;q=1, GZIP' }, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ method, url, headers: { 'x-api-key': adminKey, ...headers } })
  const plain = await ask(list, {})

  await t.test('a list has the same text, a weak tag, and a quarter of the bytes at most', async (t) => {
    t.match(plain.headers, { 'content-encoding': undefined, vary: /accept-encoding/i, etag: /^"/ })
    const { headers, rawPayload } = await ask(list)
    t.match(headers, { 'content-encoding': 'gzip', vary: /accept-encoding/i, etag: `W/${plain.headers.etag}` })
    t.equal(headers['content-length'], String(rawPayload.length))
    t.equal(gunzipSync(rawPayload).toString(), plain.body)
    t.ok(rawPayload.length * 4 < plain.body.length, `${rawPayload.length} of ${plain.body.length} bytes`)
  })

  await t.test('its tag is known again, and HEAD answers as GET does', async (t) => {
    const { headers: { etag, ...headers } } = await ask(list)
    const known = await ask(list, { 'accept-encoding': 'gzip', 'if-none-match': String(etag) })
    t.strictSame([known.statusCode, known.body, known.headers['content-encoding']], [304, '', undefined])
    const head = await ask(list, undefined, 'HEAD')
    t.equal(head.body, '')
    t.match(head.headers, { etag, 'content-encoding': 'gzip', 'content-length': headers['content-length'] })
  })

  await t.test('others get what they can read', async (t) => {
    for (const accepted of ['gzip;q=0', 'br, gzip ; q=0.0', 'identity', 'br', 'gzipped']) {
      const { headers, body } = await ask(list, { 'accept-encoding': accepted })
      t.strictSame([headers['content-encoding'], headers.etag, body], [undefined, plain.headers.etag, plain.body], accepted)
    }
  })

  await t.test('streams of lines are compressed, too', async (t) => {
    for (let index = 0; index < 40; index++) await addAsset(admin, { description: `${index} `.repeat(10_000) })
    for (const format of ['ndjson', 'csv']) {
      const url = `/api/v2/export?format=${format}`
      const whole = (await ask(url, {})).body
      t.ok(whole.length > MEBIBYTE, `${whole.length}`)
      const { headers, rawPayload } = await ask(url)
      t.match(headers, { 'content-encoding': 'gzip', 'content-length': undefined })
      t.ok(gunzipSync(rawPayload).toString() === whole, format)
    }
  })

  await t.test('short answers are not, and a stored answer is as it was made', async (t) => {
    const { id } = await addAsset(admin)
    const short = await ask(`/api/v2/assets/${id}`)
    t.match(short.headers, { 'content-encoding': undefined, etag: /^"/ })
    const make = async (accepted: string) => app.inject({
      method: 'POST',
      url: '/api/v2/assets',
      headers: { 'x-api-key': adminKey, 'idempotency-key': 'long', 'accept-encoding': accepted },
      payload: { title: 'Long', description: 'long '.repeat(2_000) }
    })
    const first = await make('gzip')
    t.equal(first.headers['content-encoding'], 'gzip')
    t.equal((await make('identity')).body, gunzipSync(first.rawPayload).toString())
  })

  await t.test('documents and clients are', async (t) => {
    for (const path of ['/openapi.json', '/docs/media.md', '/client.js']) {
      const { headers, rawPayload, statusCode } = await ask(path)
      if (statusCode === 404 && path === '/client.js') continue
      t.match([statusCode, headers['content-encoding']], [200, 'gzip'], path)
      t.ok(gunzipSync(rawPayload).length > rawPayload.length)
    }
  })
})
