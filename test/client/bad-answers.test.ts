import t from 'tap'
import { JSON_TYPE, serveBadly, type Answer } from '../helper/bad-service.js'
import { expected, loadClient } from '../helper/client.js'
import { eventually } from '../helper/receiver.js'

const client = loadClient()
const search = '/api/v2/search'

t.test('A page of a proxy, half a body and nothing are no answers of the service', async (t) => {
  const { CutroomError } = await client
  const pages: Answer[] = [
    (_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
    (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    (_request, response) => response.writeHead(200, JSON_TYPE).end('{"results":['),
    (_request, response) => response.writeHead(200).end(),
    (_request, response) => response.writeHead(200, JSON_TYPE).end('["of something else"]'),
    (_request, response) => response.writeHead(200, JSON_TYPE).end('{"hello":"world"}'),
    (_request, response) => response.writeHead(413, { 'content-type': 'text/html' }).end('too large')
  ]
  for (const page of pages) {
    const { cutroom } = await serveBadly(t, page)
    const error = await cutroom.GET(search).catch((error: unknown) => error)
    t.ok(error instanceof CutroomError, String(error))
    t.match(error, { text: null, retryAfter: null })
  }
  const { cutroom } = await serveBadly(t, (_request, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{')
    response.socket!.destroy()
  })
  await t.rejects(cutroom.GET(search), TypeError, 'a lost connection is what fetch throws')
})

t.test('A page that does not end is not waited for', async (t) => {
  let closed = 0
  const { cutroom } = await serveBadly(t, (_request, response) => {
    response.once('close', () => { closed++ })
    response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>Hello</h1>')
  })
  await t.rejects(cutroom.GET(search), expected({ status: 200, text: null }))
  await eventually('its connection is closed', () => closed === 1)
})

t.test('A redirect is not followed, and the key goes nowhere else', async (t) => {
  const other = await serveBadly(t, (_request, response) => response.writeHead(200, JSON_TYPE).end('{}'))
  const redirect: Answer = (_request, response) => response.writeHead(302, { location: other.url }).end()
  const { cutroom } = await serveBadly(t, redirect)
  await t.rejects(cutroom.GET(search), expected({ status: 302, text: null }))
  t.strictSame(other.asked, [])
})

t.test('A read is sent again when the service says when, three times at most; a write is not', async (t) => {
  const busy = (seconds: string): Answer => (_request, response) =>
    response.writeHead(503, { ...JSON_TYPE, 'retry-after': seconds }).end('{"error":"busy"}')
  const { cutroom, asked } = await serveBadly(t, busy('0'))
  await t.rejects(cutroom.GET(search), expected({ status: 503, text: 'busy', retryAfter: 0 }))
  t.equal(asked.length, 4)
  await t.rejects(cutroom.POST(search, { body: {} }), expected({ status: 503 }))
  t.equal(asked.length, 8, 'a search by POST reads')
  await t.rejects(cutroom.POST('/api/v2/assets', { body: { title: 'A' } }), expected({ status: 503 }))
  t.equal(asked.length, 9)
  await t.rejects(
    cutroom.POST('/api/v2/assets', { body: { title: 'A' }, headers: { 'idempotency-key': 'a' } }), expected({ status: 503 })
  )
  t.equal(asked.length, 13)
  const late = await serveBadly(t, busy('3600'))
  await t.rejects(late.cutroom.GET(search), expected({ status: 503, retryAfter: 3600 }))
  t.equal(late.asked.length, 1)
  const slow = await serveBadly(t, busy('50'))
  const stop = new AbortController()
  const waiting = slow.cutroom.GET(search, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await t.rejects(waiting, expected({ message: 'enough' }))
})

t.test('Everything goes to the URL of the client, whatever host the service names', async (t) => {
  const { cutroom, asked } = await serveBadly(t, (_request, response, count) => {
    const link = { link: '<http://elsewhere.example/other?cursor=c1&limit=3>; rel="next"' }
    response.writeHead(200, { ...JSON_TYPE, ...count === 1 && link }).end('{"results":[]}')
  })
  let pages = 0
  for await (const { results } of cutroom.pages(search, { params: { query: { q: 'a b' } } })) pages += 1 + results.length
  t.equal(pages, 2)
  t.strictSame(asked, ['GET /dam/api/v2/search?limit=100&q=a+b', 'GET /dam/api/v2/search?limit=100&q=a+b&cursor=c1'])
})

t.test('What a newer service adds to its answers is kept', async (t) => {
  const asset = { id: 'a1', title: 'Harbour', colour: { space: 'P3' } }
  const { cutroom } = await serveBadly(t, (_request, response) =>
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ asset, more: [1] })))
  const { data } = await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: 'a1' } } })
  t.strictSame(data, { asset, more: [1] } as unknown)
})

t.test('A value of a path leads to no other path', async (t) => {
  const { cutroom, asked } = await serveBadly(t, (_request, response) => response.writeHead(200, JSON_TYPE).end('{"asset":{}}'))
  for (const id of ['', '.', '..']) {
    await t.rejects(cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: id } } }), TypeError)
  }
  await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: '../users?a#b' } } })
  t.strictSame(asked, ['GET /dam/api/v2/assets/..%2Fusers%3Fa%23b'])
})

t.test('An upload goes on from where the service has it, in smaller pieces behind a proxy with a limit', async (t) => {
  const size = 3 * 1024 * 1024
  let there = 0
  let losses = 0
  const pieces: number[] = []
  const { cutroom, url } = await serveBadly(t, (request, response) => {
    const length = Number(request.headers['content-length'] ?? 0)
    if (request.method === 'HEAD') return response.writeHead(200, { 'upload-offset': String(there) }).end()
    if (length > 1024 * 1024) return response.writeHead(413, { 'content-type': 'text/html' }).end('too large')
    pieces.push(length)
    request.once('end', () => {
      there += length
      if (losses++ === 0) return response.socket!.destroy()
      response.writeHead(204, { 'upload-offset': String(there) }).end()
    })
  })
  const told: number[] = []
  await cutroom.send({ url: 'http://elsewhere.example/dam/uploads/u1?signature=s' }, new Uint8Array(size), {
    onProgress: (sent) => told.push(sent)
  })
  t.equal(there, size)
  t.strictSame(pieces, [1024 * 1024, 1024 * 1024, 1024 * 1024])
  t.equal(told.at(-1), size)
  t.ok(url)
})

t.test('A proxy that takes no half mebibyte is named, with what it refused', async (t) => {
  const { cutroom } = await serveBadly(t, (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'upload-offset': '0' }).end()
    else response.writeHead(413, { 'content-type': 'text/html' }).end()
  })
  await t.rejects(
    cutroom.send({ url: 'http://localhost/uploads/u1' }, new Uint8Array(2 * 1024 * 1024)),
    expected({ status: 413, message: /proxy.*512 KiB/ })
  )
})

t.test('A file of another size than its upload is refused before it is sent', async (t) => {
  const { cutroom, asked } = await serveBadly(t, (_request, response) =>
    response.writeHead(200, { 'upload-offset': '0', 'upload-length': '4' }).end())
  await t.rejects(
    cutroom.send({ url: 'http://localhost/uploads/u1' }, new Uint8Array(3)), expected({ status: 422, text: 'Must have 4 bytes' })
  )
  t.strictSame(asked, ['HEAD /dam/uploads/u1'])
})

t.test('A signal ends an upload at once, and cancels it on the service', async (t) => {
  const stop = new AbortController()
  let isCancelled = () => {}
  const cancelled = new Promise<void>((resolve) => { isCancelled = resolve })
  const { cutroom } = await serveBadly(t, (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'upload-offset': '0' }).end()
    else if (request.method === 'DELETE') {
      response.writeHead(204).end()
      isCancelled()
    } else stop.abort(new Error('enough'))
  })
  const sending = cutroom.send({ url: 'http://localhost/uploads/u1' }, new Uint8Array(10), { signal: stop.signal })
  await t.rejects(sending, expected({ message: 'enough' }))
  await cancelled
})
