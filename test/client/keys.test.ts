import { inspect } from 'node:util'
import t from 'tap'
import { JSON_TYPE, serveBadly } from '../helper/bad-service.js'
import { loadClient } from '../helper/client.js'

const client = loadClient()
const search = '/api/v2/search'

t.test('A key that no header takes is an error that does not print it, and so are a token and a header', async (t) => {
  const { createClient } = await client
  const { cutroom, url, asked } = await serveBadly(t, (_request, response) => response.writeHead(200, JSON_TYPE).end('{"results":[]}'))
  const params = { header: { 'If-None-Match': 'secret\nof mine' } }
  for (const key of ['secret\nof mine', 'secret\r\nX-Other: 1', 'secret\n of mine', 'secret\u0000', 'secret…of mine']) {
    for (const attempt of [
      () => createClient({ url, key }),
      () => createClient({ url, token: key }),
      () => cutroom.GET(search, { headers: { 'X-API-KEY': key } }),
      () => cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: 'a' }, ...params } })
    ]) {
      const error: any = await Promise.resolve().then<unknown>(attempt).catch((error: unknown) => error)
      t.type(error, TypeError)
      t.notMatch(inspect(error), /secret|of mine|X-Other/)
    }
  }
  t.strictSame(asked, [])
  await createClient({ url, key: ' secret of mine\n' }).GET(search)
  t.equal(asked.length, 1, 'white space around a key is no part of it')
})

t.test('A key beside a token, and what is no URL, are refused at once', async (t) => {
  const { createClient } = await client
  t.throws(() => createClient({ url: 'http://localhost', key: 'a', token: 'b' }), TypeError)
  t.throws(() => createClient({ url: 'localhost:3000' }), TypeError)
  t.throws(() => createClient({ url: 'nothing' }), TypeError)
})
