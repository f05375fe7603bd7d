import t from 'tap'
import type { SendRequest } from '#src/outbound/client.js'
import { startClient, startRawReceiver, startReceiver, until, untilNothingIsOpen } from '../../helper/outbound/receivers.js'

const patience = { timeoutMs: 120_000 }

t.test('a request arrives as it was sent, and the answer comes back complete', async (t) => {
  const receiver = await startReceiver(t, async function answer (request, response) {
    const chunks = await request.toArray()
    response.writeHead(202, { 'x-several': ['a', 'b'] })
    response
      .end(JSON.stringify([request.method, request.url, request.headers['x-own'], Buffer.concat(chunks).toString()]))
  })
  const client = startClient(t)
  const result = await client.send({
    ...patience, url: `${receiver.url}/hook?a=b#c`, method: 'PATCH', headers: { 'X-Own': 'ä' }, body: 'bödy'
  })
  t.match(result, { ok: true, status: 202, headers: { 'x-several': ['a', 'b'] }, isTruncated: false })
  if (!result.ok) return
  t.same(JSON.parse(result.body.toString()), ['PATCH', '/hook?a=b', 'ä', 'bödy'])
  t.equal(result.url.href, `${receiver.url}/hook?a=b#c`)
  t.ok(Number.isInteger(result.durationMs) && result.durationMs >= 0)
})

t.test('any status is an answer, a redirect too', async (t) => {
  const receiver = await startReceiver(t, function answer (request, response) {
    response.writeHead(Number(request.url?.slice(1)), { location: '/200' }).end()
  })
  const client = startClient(t)
  for (const status of [200, 204, 301, 302, 304, 404, 410, 500, 503, 599]) {
    t.match(await client.send({ ...patience, url: `${receiver.url}/${status}` }), { ok: true, status })
  }
})

t.test('connections are kept, so that 200 requests need at most four of them', async (t) => {
  const receiver = await startReceiver(t, (request, response) => request.resume().on('end', () => response.end('ok')))
  const client = startClient(t)
  async function sendMany (): Promise<void> {
    for (let n = 0; n < 50; n++) {
      t.match(await client.send({ ...patience, url: receiver.url, method: 'POST', body: 'a' }), { ok: true })
    }
  }
  await Promise.all(Array.from({ length: 4 }, sendMany))
  t.ok(receiver.connections() <= 4)
  t.match(client.stats(), { origins: 1, connections: receiver.connections(), idle: receiver.connections() })
})

t.test('an idle connection that the receiver closes is forgotten', async (t) => {
  const receiver = await startReceiver(t, (request, response) => {
    response.end('ok')
    if (request.url === '/bye') setImmediate(() => request.socket.end())
  })
  const client = startClient(t)
  await client.send({ ...patience, url: `${receiver.url}/bye` })
  await until(() => client.stats().connections === 0)
  t.equal(client.stats().origins, 0)
  t.match(await client.send({ ...patience, url: receiver.url }), { ok: true, status: 200 })
})

t.test('an idle connection is closed after its keep-alive time', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => {
    response.setHeader('connection', 'keep-alive')
    response.setHeader('keep-alive', '')
    response.end('ok')
  })
  const client = startClient(t, { keepAliveMs: 50 })
  await client.send({ ...patience, url: receiver.url })
  await until(() => receiver.open() === 0)
  await untilNothingIsOpen(client)
})

t.test('credentials of the URL are sent as Authorization and appear nowhere else', async (t) => {
  const receiver = await startReceiver(
    t,
    (request, response) => response.end(`${request.headers.authorization} ${request.headers.host}`)
  )
  const client = startClient(t)
  const url = `http://us%C3%A9r:p%40ss%zz@127.0.0.1:${receiver.port}/`
  const result = await client.send({ ...patience, url })
  if (!result.ok) return t.fail(result.message)
  t.equal(
    result.body.toString(),
    `Basic ${Buffer.from('usér:p%40ss%zz').toString('base64')} 127.0.0.1:${receiver.port}`
  )
  t.equal(result.url.href, `${receiver.url}/`)
  const own = await client.send({ ...patience, url, headers: { AUTHORIZATION: 'Bearer own' } })
  t.match(own.ok && own.body.toString(), /^Bearer own /)
})

t.test('proxy settings of the environment are ignored', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('direct'))
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']
  const before = names.map(name => process.env[name])
  for (const name of names) process.env[name] = 'http://127.0.0.1:1'
  t.teardown(function restore () {
    names.forEach((name, at) => { process.env[name] = before[at] })
    for (const name of names) if (process.env[name] === 'undefined') delete process.env[name]
  })
  const result = await startClient(t).send({ ...patience, url: receiver.url })
  t.equal(result.ok && result.body.toString(), 'direct')
})

t.test('a request that cannot be sent gives a result, not an exception', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end())
  const client = startClient(t)
  const { url } = receiver
  const requests: Array<Omit<SendRequest, 'timeoutMs'>> = [
    { url: 'file:///etc/passwd' },
    { url: '/etc/passwd' },
    { url: new URL('ftp://127.0.0.1/') },
    { url, method: 'BAD METHOD' },
    { url, headers: { 'x-own': 'a\r\nx-other: b' } },
    { url, headers: { 'bad name': 'a' } },
    { url, headers: { 'x-own': '€' } },
    { url, headers: { 'transfer-encoding': 'chunked' } },
    { url, headers: { expect: '100-continue' } }
  ]
  for (const request of requests) {
    t.match(
      await client.send({ ...patience, ...request }),
      { ok: false, error: 'invalid_request' },
      JSON.stringify(request)
    )
  }
  t.match(await client.send({ ...patience, url }), { ok: true })
})

t.test('a body is kept up to the limit and the rest is not waited for', async (t) => {
  const receiver = await startReceiver(t, function answer (request, response) {
    const [, bytes, how] = request.url!.split('/')
    if (how === 'sized') response.setHeader('content-length', bytes!)
    response.end(Buffer.alloc(Number(bytes), 'a'))
  })
  const client = startClient(t)
  for (
    const [path, isTruncated] of [
      ['/999/sized', false],
      ['/1000/sized', false],
      ['/1000/chunked', false],
      ['/1001/sized', true],
      ['/1001/chunked', true],
      ['/50000/sized', true],
      ['/5000000/sized', true],
      ['/5000000/chunked', true]
    ] as const
  ) {
    const result = await client.send({ ...patience, url: receiver.url + path, maxResponseBytes: 1000 })
    t.match(result, { ok: true, status: 200, isTruncated }, path)
    t.equal(result.ok && result.body.length, Math.min(1000, Number(path.split('/')[1])), path)
  }
})

t.test('the small rest of a body is read, so that the connection can be kept', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => {
    response.setHeader('content-length', 50_000)
    response.end(Buffer.alloc(50_000))
  })
  const client = startClient(t)
  for (let n = 0; n < 3; n++) await client.send({ ...patience, url: receiver.url, maxResponseBytes: 10 })
  t.equal(receiver.connections(), 1)
})

t.test('the answer to a HEAD request ends without a body, whatever its content-length', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.setHeader('content-length', 1_000_000).end())
  const result = await startClient(t).send({ ...patience, url: receiver.url, method: 'HEAD' })
  t.match(result, { ok: true, headers: { 'content-length': '1000000' } })
  t.equal(result.ok && result.body.length, 0)
})

t.test('a caller can abort before and during a request', async (t) => {
  const receiver = await startReceiver(t, () => {})
  const client = startClient(t)
  const controller = new AbortController()
  const pending = Array.from(
    { length: 20 },
    () => client.send({ ...patience, url: receiver.url, signal: controller.signal })
  )
  await until(() => receiver.connections() > 0)
  controller.abort()
  for (const result of await Promise.all(pending)) t.match(result, { ok: false, error: 'aborted' })
  t.match(await client.send({ ...patience, url: receiver.url, signal: controller.signal }), {
    ok: false,
    error: 'aborted'
  })
  await untilNothingIsOpen(client)
})

t.test('a request on a kept connection that breaks before its answer is repeated only if a repeat is harmless', async (t) => {
  let requests = 0
  const receiver = await startRawReceiver(t, function onSocket (socket) {
    let isFirst = true
    socket.on('data', function onRequest () {
      requests++
      if (isFirst) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      else socket.resetAndDestroy()
      isFirst = false
    })
  })
  const client = startClient(t)
  const send = (method: string, isRepeatable?: boolean) =>
    client.send({ ...patience, url: receiver.url, method, isRepeatable })
  t.match(await send('POST'), { ok: true })
  t.match(await send('POST'), { ok: false, error: 'reset' })
  t.match(await send('POST'), { ok: true })
  t.match(await send('POST', true), { ok: true })
  t.match(await send('GET'), { ok: true })
  t.match(await send('GET', false), { ok: false, error: 'reset' })
  t.equal(requests, 8)
})
