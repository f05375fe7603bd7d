import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { expected, loadClient } from '../helper/client.js'

const client = loadClient()
const JSON_TYPE = { 'content-type': 'application/json' }

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** A service that is none, or a bad one. */
async function serve (t: Test, answer: Answer) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    answer(request, response, asked.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { createClient } = await client
  return { cutroom: createClient({ url: `${url}/dam/`, key: 'a key' }), url, asked }
}

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
    const { cutroom } = await serve(t, page)
    const error = await cutroom.GET(search).catch((error: unknown) => error)
    t.ok(error instanceof CutroomError, String(error))
    t.match(error, { text: null, retryAfter: null })
  }
  const { cutroom } = await serve(t, (_request, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{')
    response.socket!.destroy()
  })
  await t.rejects(cutroom.GET(search), TypeError, 'a lost connection is what fetch throws')
})

t.test('A redirect is not followed, and the key goes nowhere else', async (t) => {
  const other = await serve(t, (_request, response) => response.writeHead(200, JSON_TYPE).end('{}'))
  const { cutroom } = await serve(t, (_request, response) => response.writeHead(302, { location: other.url }).end())
  await t.rejects(cutroom.GET(search), expected({ status: 302, text: null }))
  t.strictSame(other.asked, [])
})

t.test('A read is sent again when the service says when, three times at most; a write is not', async (t) => {
  const busy = (seconds: string): Answer => (_request, response) =>
    response.writeHead(503, { ...JSON_TYPE, 'retry-after': seconds }).end('{"error":"busy"}')
  const { cutroom, asked } = await serve(t, busy('0'))
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
  const late = await serve(t, busy('3600'))
  await t.rejects(late.cutroom.GET(search), expected({ status: 503, retryAfter: 3600 }))
  t.equal(late.asked.length, 1)
  const slow = await serve(t, busy('50'))
  const stop = new AbortController()
  const waiting = slow.cutroom.GET(search, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await t.rejects(waiting, expected({ message: 'enough' }))
})

t.test('Everything goes to the URL of the client, whatever host the service names', async (t) => {
  const { cutroom, asked } = await serve(t, (_request, response, count) => {
    const link = { link: '<http://elsewhere.example/other?cursor=c1&limit=3>; rel="next"' }
    response.writeHead(200, { ...JSON_TYPE, ...count === 1 && link }).end('{"results":[]}')
  })
  let pages = 0
  for await (const { results } of cutroom.pages(search, { params: { query: { q: 'a b' } } })) pages += 1 + results.length
  t.equal(pages, 2)
  t.strictSame(asked, ['GET /dam/api/v2/search?limit=100&q=a+b', 'GET /dam/api/v2/search?limit=100&q=a+b&cursor=c1'])
})

t.test('Changes go on from where they were after lost connections and failures that pass', async (t) => {
  const page = (next: string) => JSON.stringify({ changes: [{ event: 'ASSET_ADDED' }], next, more: false })
  const { cutroom, asked } = await serve(t, (_request, response, count) => {
    if (count === 2) response.socket!.destroy()
    else if (count === 3) response.writeHead(504, { 'content-type': 'text/html' }).end('late')
    else if (count === 5) response.writeHead(401).end()
    else response.writeHead(200, JSON_TYPE).end(page(`n${count}`))
  })
  const seen: string[] = []
  const follow = async () => {
    for await (const { next } of cutroom.changes({ since: 'a' })) seen.push(next)
  }
  await t.rejects(follow(), expected({ status: 401 }), 'a key that has ended')
  t.strictSame(seen, ['n1', 'n4'])
  t.match(asked[1], /since=n1/)
  t.match(asked[3], /since=n1/)
  t.match(asked[4], /since=n4/)
})

t.test('Changes of something that is no service end with an error', async (t) => {
  const { cutroom, asked } = await serve(t, (_request, response) => response.writeHead(200, JSON_TYPE).end('{"hello":"world"}'))
  await t.rejects(cutroom.changes({ since: 'now' }).next(), expected({ name: 'CutroomError', status: 200, text: null }))
  t.equal(asked.length, 1)
})

t.test('What a newer service adds to its answers is kept', async (t) => {
  const asset = { id: 'a1', title: 'Harbour', colour: { space: 'P3' } }
  const { cutroom } = await serve(t, (_request, response) =>
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ asset, more: [1] })))
  const { data } = await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: 'a1' } } })
  t.strictSame(data, { asset, more: [1] } as unknown)
})

t.test('A value of a path leads to no other path', async (t) => {
  const { cutroom, asked } = await serve(t, (_request, response) => response.writeHead(200, JSON_TYPE).end('{"asset":{}}'))
  for (const id of ['', '.', '..']) {
    await t.rejects(cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: id } } }), TypeError)
  }
  await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: '../users?a#b' } } })
  t.strictSame(asked, ['GET /dam/api/v2/assets/..%2Fusers%3Fa%23b'])
})

t.test('A key beside a token, and what is no URL, are refused at once', async (t) => {
  const { createClient } = await client
  t.throws(() => createClient({ url: 'http://localhost', key: 'a', token: 'b' }), TypeError)
  t.throws(() => createClient({ url: 'localhost:3000' }), TypeError)
  t.throws(() => createClient({ url: 'nothing' }), TypeError)
})

t.test('An upload goes on from where the service has it, in smaller pieces behind a proxy with a limit', async (t) => {
  const size = 3 * 1024 * 1024
  let there = 0
  let losses = 0
  const pieces: number[] = []
  const { cutroom, url } = await serve(t, (request, response) => {
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
  const { cutroom } = await serve(t, (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'upload-offset': '0' }).end()
    else response.writeHead(413, { 'content-type': 'text/html' }).end()
  })
  await t.rejects(
    cutroom.send({ url: 'http://localhost/uploads/u1' }, new Uint8Array(2 * 1024 * 1024)),
    expected({ status: 413, message: /proxy.*512 KiB/ })
  )
})

t.test('A file of another size than its upload is refused before it is sent', async (t) => {
  const { cutroom, asked } = await serve(t, (_request, response) =>
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
  const { cutroom } = await serve(t, (request, response) => {
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
