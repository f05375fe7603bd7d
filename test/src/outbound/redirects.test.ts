import t from 'tap'
import { createAddressGuard, parseAllowList } from '#src/outbound/addresses.js'
import { isRedirect } from '#src/outbound/redirects.js'
import { createTimers } from '#test/helper/timers.js'
import { answerNames, startClient, startRawReceiver, startReceiver } from '../../helper/outbound/receivers.js'

const patience = { timeoutMs: 120_000, maxRedirects: 5 }

t.test('a redirect is an answer with a redirect status and a location', async (t) => {
  for (const status of [301, 302, 303, 307, 308]) t.equal(isRedirect(status, { location: '/' }), true, `${status}`)
  for (const status of [200, 201, 300, 304, 305, 400]) {
    t.equal(isRedirect(status, { location: '/' }), false, `${status}`)
  }
  t.equal(isRedirect(302, {}), false)
})

t.test('redirects are followed to the end, up to the given number', async (t) => {
  const receiver = await startReceiver(t, function answer (request, response) {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: `${left - 1}` })
    response.end(`left ${left}`)
  })
  const client = startClient(t)
  const whole = await client.send({ ...patience, url: `${receiver.url}/5` })
  t.equal(whole.ok && whole.body.toString(), 'left 0')
  t.equal(whole.ok && whole.url.href, `${receiver.url}/0`)
  t.match(await client.send({ ...patience, url: `${receiver.url}/6` }), {
    ok: false,
    error: 'redirect',
    message: 'redirected more than 5 times'
  })
  t.match(await client.open({ maxRedirects: 5, url: `${receiver.url}/6` }), { ok: false, error: 'redirect' })
  const unfollowed = await client.send({ timeoutMs: 10_000, url: `${receiver.url}/6` })
  t.equal(unfollowed.ok && unfollowed.status, 302)
})

t.test('a loop of redirects ends', async (t) => {
  const receiver = await startReceiver(
    t,
    (request, response) => response.writeHead(301, { location: request.url }).end()
  )
  const client = startClient(t)
  t.match(await client.send({ ...patience, url: receiver.url }), { ok: false, error: 'redirect' })
  t.match(await client.open({ maxRedirects: 5, url: receiver.url }), { ok: false, error: 'redirect' })
  t.equal(client.stats().connections - client.stats().idle, 0)
})

t.test('the address of every redirect is checked', async (t) => {
  const inner = await startReceiver(t, (_request, response) => response.end('secret'), '0.0.0.0')
  let location = ''
  const outer = await startReceiver(t, (_request, response) => response.writeHead(302, { location }).end())
  const isAllowed = createAddressGuard({ allow: parseAllowList('127.0.0.1/32'), allowLoopback: false })
  const client = startClient(t, { isAllowed, lookup: answerNames({ 'inner.test': [['127.0.0.2']] }) })
  for (const host of ['127.0.0.2', '0x7f.2', '2130706434', 'inner.test', '[::1]', '10.0.0.1', '169.254.169.254']) {
    for (const scheme of ['http', 'https']) {
      location = `${scheme}://${host}:${inner.port}/`
      t.match(await client.send({ ...patience, url: outer.url }), { ok: false, error: 'blocked_address' }, location)
      t.match(await client.open({ maxRedirects: 5, url: outer.url }), { ok: false, error: 'blocked_address' }, location)
    }
  }
  t.equal(inner.connections(), 0)
})

t.test('a redirect to anything but http and https is not followed', async (t) => {
  let location = ''
  const receiver = await startReceiver(t, (_request, response) => response.writeHead(302, { location }).end())
  const client = startClient(t)
  for (
    location of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:text/plain,a',
      'javascript:alert(1)', 'http://', 'http://a b/']
  ) {
    t.match(await client.send({ ...patience, url: receiver.url }), { ok: false, error: 'redirect' }, location)
  }
})

t.test('credentials are not sent to another origin', async (t) => {
  const other = await startReceiver(t, (request, response) => response.end(JSON.stringify(request.headers)))
  const receiver = await startReceiver(t, function answer (request, response) {
    const isThere = request.url === '/there'
    if (isThere) return response.end(JSON.stringify(request.headers))
    response.writeHead(302, {
      location: request.url === '/same' ? `http://127.0.0.1:${receiver.port}/there` : other.url
    }).end()
  })
  const client = startClient(t)
  const headers = {
    Cookie: 'a=secret',
    'X-Api-Key': 'secret',
    Range: 'bytes=5-',
    'User-Agent': 'Cutroom',
    'Proxy-Authorization': 'secret'
  }
  const read = async (path: string) => {
    const result = await client.send({
      ...patience,
      url: `http://user:secret@127.0.0.1:${receiver.port}${path}`,
      headers
    })
    return JSON.parse(result.ok ? result.body.toString() : '{}')
  }
  t.match(await read('/same'), {
    authorization: /^Basic /,
    cookie: 'a=secret',
    'x-api-key': 'secret',
    range: 'bytes=5-',
    'user-agent': 'Cutroom'
  })
  const elsewhere = await read('/elsewhere')
  t.match(elsewhere, { host: `127.0.0.1:${other.port}`, range: 'bytes=5-', 'user-agent': 'Cutroom' })
  t.notMatch(JSON.stringify(elsewhere), /secret|authorization/)
})

t.test('credentials in the location of a redirect are used for its target', async (t) => {
  const receiver = await startReceiver(t, function answer (request, response) {
    if (request.url === '/') { response.writeHead(302, { location: `http://new:pass@127.0.0.1:${receiver.port}/there` }).end() } else response.end(request.headers.authorization)
  })
  const result = await startClient(t).send({ ...patience, url: receiver.url })
  t.equal(result.ok && result.body.toString(), `Basic ${Buffer.from('new:pass').toString('base64')}`)
  t.equal(result.ok && result.url.href, `${receiver.url}/there`)
})

t.test('the method and the body of a redirected request follow the rules of HTTP', async (t) => {
  const receiver = await startReceiver(t, async function answer (request, response) {
    const body = Buffer.concat(await request.toArray()).toString()
    if (request.url === '/there') return response.end(`${request.method} ${body} ${request.headers['content-type']}`)
    response.writeHead(Number(request.url?.slice(1)), { location: '/there' }).end()
  })
  const client = startClient(t)
  for (
    const [status, method, seen] of [
      [301, 'POST', 'GET  undefined'],
      [302, 'POST', 'GET  undefined'],
      [303, 'PUT', 'GET  undefined'],
      [302, 'PUT', 'PUT body text/plain'],
      [307, 'POST', 'POST body text/plain'],
      [308, 'POST', 'POST body text/plain']
    ] as const
  ) {
    const result = await client.send({
      ...patience,
      url: `${receiver.url}/${status}`,
      method,
      headers: { 'Content-Type': 'text/plain' },
      body: 'body'
    })
    t.equal(result.ok && result.body.toString(), seen, `${status} ${method}`)
  }
})

t.test('one deadline spans all redirects', async (t) => {
  const timers = createTimers()
  const receiver = await startReceiver(t, (_request, response) => {
    timers.pass(60)
    response.writeHead(302, { location: '/' }).end()
  })
  const result = await startClient(t, { timers }).send({ url: receiver.url, maxRedirects: 1_000, timeoutMs: 200 })
  t.match(result, { ok: false, error: 'timeout' })
})

t.test('the body of a redirect is not waited for when the answer is streamed', async (t) => {
  const receiver = await startRawReceiver(t, socket => socket.on('data', function answer (request) {
    if (String(request).startsWith('GET /there')) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    else socket.write('HTTP/1.1 302 Found\r\nlocation: /there\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n')
  }))
  const result = await startClient(t).open({ url: receiver.url, maxRedirects: 5 })
  t.match(result, { ok: true, status: 200 })
  if (result.ok) t.equal(Buffer.concat(await result.body.toArray()).toString(), 'ok')
})
