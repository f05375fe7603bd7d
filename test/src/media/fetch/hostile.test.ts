import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import t, { type Test } from 'tap'
import type { Arrived } from '#src/media/thread/messages.js'
import { createTimers } from '../../../helper/timers.js'
import { startFileSender, startSender } from '../../../helper/media/sender.js'
import { startFetching } from '../../../helper/media/fetching.js'

const KIBIBYTE = 1024
const bytes = randomBytes(256 * KIBIBYTE)

/** A server that sends any bytes. */
async function startRawSender (t: Test, speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => speak(socket))
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

t.test('A 4xx of the sender is final; any other status that gives no file may be retried', async (t) => {
  for (const status of [400, 401, 403, 404, 410, 429, 451]) {
    const sender = await startSender(t, (_request, response) => { response.writeHead(status).end('no') })
    const result = await startFetching(t).attempt(sender.url)
    t.match(result, { kind: 'refused', error: new RegExp(`^The sender answered ${status} \\(`) })
  }
  for (const status of [204, 206, 304, 500, 502, 503]) {
    const sender = await startSender(t, (_request, response) => {
      response.writeHead(status).end()
    })
    t.match(await startFetching(t).attempt(sender.url), {
      kind: 'broken',
      error: new RegExp(`^The sender answered ${status} \\(`)
    })
  }
})

t.test('A file that is too large is refused by its announced size, or else by its bytes', async (t) => {
  const announced = await startFileSender(t, { bytes })
  const fetching = startFetching(t, { maxBytes: 100 * KIBIBYTE })
  t.match(await fetching.attempt(announced.url), {
    kind: 'refused',
    error: 'The file is too large: 256 KiB, where 100 KiB are allowed'
  })

  const slightly = startFetching(t, { maxBytes: bytes.length - 1 })
  t.match(await slightly.attempt(announced.url), {
    kind: 'refused',
    error: 'The file is too large: 262,144 bytes, where 262,143 are allowed'
  })

  const endless = await startSender(t, (_request, response) => {
    const pour = () => { while (!response.destroyed && response.write(bytes)); }
    response.on('drain', pour)
    pour()
  })
  t.match(await fetching.attempt(endless.url), { kind: 'refused', error: 'The file is too large: more than 100 KiB' })
  t.same(await fetching.files(), [], 'nothing of it is kept')

  const exact = startFetching(t, { maxBytes: bytes.length })
  t.match(await exact.attempt(announced.url), { kind: 'whole' })
})

t.test('A file that is shorter or longer than announced, or is announced with two sizes, is not accepted', async (t) => {
  const short = await startRawSender(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this')
  })
  t.match(await startFetching(t).attempt(short), { kind: 'broken', error: /broke.*after 9 bytes$/ })
  const twice = await startRawSender(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\nonly this')
  })
  t.match(await startFetching(t).attempt(twice), { kind: 'broken' })
  const fetching = startFetching(t)
  const long = await startRawSender(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\netag: "1"\r\ncontent-length: 4\r\n\r\nonly this')
  })
  t.match(await fetching.attempt(long), { kind: 'refused', error: 'The sender announced 4 bytes and sent more' })
  t.same(await fetching.files(), [], 'nothing of it is kept')
  const longer = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 200 * KIBIBYTE }).end(bytes)
  })
  t.match(await startFetching(t).attempt(longer.url), {
    kind: 'refused',
    error: 'The sender announced 204800 bytes and sent more'
  })
})

t.test('An answer that is not HTTP is not accepted as a file', async (t) => {
  const nonsense = await startRawSender(t, (socket) => { socket.end('SSH-2.0-OpenSSH_9.2\r\n') })
  t.match(await startFetching(t).attempt(nonsense), { kind: 'broken', error: /^The connection to the sender broke/ })
  const silent = await startRawSender(t, (socket) => { socket.end() })
  t.match(await startFetching(t).attempt(silent), { kind: 'broken' })
  t.match(await startFetching(t).attempt('http://127.0.0.1:1/'), {
    kind: 'broken',
    error: /^The sender could not be reached/
  })
})

t.test('A sender that stalls before, or in the middle of, its answer is given up', async (t) => {
  const mute = await startRawSender(t, () => {})
  t.match(await startFetching(t, { idleTimeoutMs: 100 }).attempt(mute), {
    kind: 'broken',
    error: /took too long: nothing was received for 100 ms/
  })
  const stalled = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length, etag: '"1"' })
    response.write(bytes.subarray(0, 5000))
  })
  const timers = createTimers()
  const fetching = startFetching(t, { timers })
  const onProgress = ({ bytes }: Arrived) => { if (bytes === 5000) timers.pass(60_000) }
  t.match(await fetching.attempt(stalled.url, { onProgress }), {
    kind: 'broken',
    error: /nothing was received for 60000 ms, after 5000 bytes/,
    arrived: { bytes: 5000 }
  })
})

t.test('A sender that drips is given up, although it is never silent for long', async (t) => {
  const dripping = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  })
  t.match(await startFetching(t, { idleTimeoutMs: 50, timers: createTimers() }).attempt(dripping.url), {
    kind: 'broken',
    error: /^The sender is too slow/
  })
})

t.test('At most five redirects are followed, and the address of each is checked', async (t) => {
  const sender = await startSender(t, (request, response) => {
    const left = Number(request.url!.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
    else response.end(bytes)
  })
  t.match(await startFetching(t).attempt(`${sender.url}/5`), { kind: 'whole' })
  t.match(await startFetching(t).attempt(`${sender.url}/6`), {
    kind: 'refused',
    error: /^The sender redirects in a way that is not followed/
  })

  const inwards = { allow: '127.0.0.1/32', allowLoopback: false }
  for (
    const location of ['http://127.0.0.2:80/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/', 'http://0x7f000002/', 'http://[::ffff:127.0.0.2]/']
  ) {
    const leading = await startSender(t, (_request, response) => {
      response.writeHead(307, { location }).end()
    })
    t.match(await startFetching(t, inwards).attempt(leading.url), {
      kind: 'refused',
      error: /^The sender's address is refused/
    }, location)
  }
  for (const location of ['file:///etc/passwd', 'gopher://127.0.0.1/', 'http://']) {
    const leading = await startSender(t, (_request, response) => { response.writeHead(302, { location }).end() })
    t.match(await startFetching(t).attempt(leading.url), { kind: 'refused', error: /redirects/ }, location)
  }
})

t.test('A refused address fails at once, and its sender gets no request', async (t) => {
  const sender = await startFileSender(t, { bytes })
  const { port } = new URL(sender.url)
  const fetching = startFetching(t, { allowLoopback: false })
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:7f00:1]', '127.1']) {
    t.match(await fetching.attempt(`http://${host}:${port}/`), {
      kind: 'refused',
      error: /address that may not be reached/
    }, host)
  }
  t.equal(sender.requests.length, 0)
})

t.test('The error of a failure contains no secrets of the URL', async (t) => {
  const sender = await startSender(t, (_request, response) => { response.writeHead(500).end() })
  const { port } = new URL(sender.url)
  const urls = [`http://user:hunter2@127.0.0.1:${port}/hunter2?token=hunter2#hunter2`,
    'http://user:hunter2@127.0.0.1:1/hunter2?hunter2', 'http://user:hunter2@no-such-name.invalid/hunter2?hunter2']
  for (const url of urls) t.notMatch(JSON.stringify(await startFetching(t).attempt(url)), /hunter2/)
})
