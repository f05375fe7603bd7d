import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import t from 'tap'
import { classifyError } from '#src/outbound/failure.js'
import { createTimers } from '#test/helper/timers.js'
import { startClient, startRawReceiver, startReceiver, until, untilNothingIsOpen } from '../../helper/outbound/receivers.js'

const head = 'HTTP/1.1 200 OK\r\n'

/** Reads a body to its end and returns how it ended. */
async function readAll (body: Readable): Promise<{ bytes: number, failure: string | null }> {
  let bytes = 0
  try {
    for await (const chunk of body) bytes += chunk.length
    return { bytes, failure: null }
  } catch (error) {
    return { bytes, failure: classifyError(error) }
  }
}

t.test('a body is handed over completely, and its connection is kept', async (t) => {
  const sent = randomBytes(5 * 1024 * 1024)
  const receiver = await startReceiver(t, (_request, response) => response.setHeader('etag', '"a"').end(sent))
  const client = startClient(t)
  for (let n = 0; n < 2; n++) {
    const result = await client.open({ url: `${receiver.url}/file` })
    t.match(result, { ok: true, status: 200, headers: { etag: '"a"', 'content-length': String(sent.length) } })
    if (!result.ok) return
    t.equal(result.url.href, `${receiver.url}/file`)
    const hash = createHash('sha256')
    await pipeline(result.body, hash)
    t.equal(hash.digest('hex'), createHash('sha256').update(sent).digest('hex'))
  }
  t.equal(receiver.connections(), 1)
  t.match(client.stats(), { connections: 1, idle: 1 })
})

t.test('a body is received as fast as its reader reads it, and a slow reader is no silent sender', async (t) => {
  const receiver = await startReceiver(t, function answer (_request, response) {
    const pour = () => { while (!response.destroyed && response.write(Buffer.alloc(65_536))) { /* until full */ } }
    response.on('drain', pour)
    pour()
  })
  const timers = createTimers()
  const client = startClient(t, { timers })
  const result = await client.open({ url: receiver.url, idleTimeoutMs: 100 })
  if (!result.ok) return t.fail(result.message)
  // The reader takes nothing. Once enough has arrived, no more is read, and the sender is not waited for.
  await until(() => timers.running() === 0)
  timers.pass(100)
  t.equal(result.body.errored, null)
  t.ok(result.body.readableLength < 1024 * 1024, `${result.body.readableLength} bytes are kept for the reader`)
  result.body.read()
  await until(() => result.body.readableLength > 0)
  result.body.destroy()
  await until(() => receiver.open() === 0)
  await untilNothingIsOpen(client)
})

t.test('a reader that pauses gets every byte in the end', async (t) => {
  const bytes = 3 * 1024 * 1024
  const receiver = await startReceiver(t, (_request, response) => response.end(Buffer.alloc(bytes)))
  const result = await startClient(t).open({ url: receiver.url })
  if (!result.ok) return t.fail(result.message)
  let received = 0
  for await (const chunk of result.body) {
    received += chunk.length
    await new Promise(resolve => setImmediate(resolve))
  }
  t.equal(received, bytes)
})

t.test('a sender that stalls is given up, before the head and after it', async (t) => {
  const receiver = await startRawReceiver(t, socket => socket.once('data', function answer (request) {
    if (String(request).includes('/body')) socket.write(`${head}content-length: 10\r\n\r\naaaaa`)
  }))
  const timers = createTimers()
  const client = startClient(t, { timers })
  const headless = client.open({ url: `${receiver.url}/head`, idleTimeoutMs: 100 })
  await until(() => receiver.open() === 1)
  timers.pass(100)
  t.match(await headless, { ok: false, error: 'timeout', message: 'nothing was received for 100 ms' })
  const result = await client.open({ url: `${receiver.url}/body`, idleTimeoutMs: 100 })
  if (!result.ok) return t.fail(result.message)
  await until(() => result.body.readableLength === 5)
  timers.pass(100)
  t.match(await readAll(result.body), { failure: 'timeout' })
  await untilNothingIsOpen(client)
})

t.test('a sender that is slow but steady is not given up, unless a deadline says so', async (t) => {
  let drip = () => {}
  const receiver = await startReceiver(t, (_request, response) => { (drip = () => { response.write('a') })() })
  const timers = createTimers()
  const client = startClient(t, { timers })
  const result = await client.open({ url: receiver.url, idleTimeoutMs: 100, timeoutMs: 1_000 })
  if (!result.ok) return t.fail(result.message)
  for (let received = 1; received <= 10; received++) {
    await until(() => result.body.readableLength === received)
    timers.pass(99)
    t.equal(result.body.errored, null, `after ${received} bytes`)
    drip()
  }
  await until(() => result.body.readableLength === 11)
  timers.pass(10)
  t.match(await readAll(result.body), { failure: 'timeout' })
})

t.test('a connection that drops in the middle ends the body with an error', async (t) => {
  const drops: Record<string, string> = {
    '/sized': `${head}content-length: 10\r\n\r\naaaaa`,
    '/chunked': `${head}transfer-encoding: chunked\r\n\r\n5\r\naaaaa\r\n`
  }
  const receiver = await startRawReceiver(t, socket => socket.once('data', function answer (request) {
    const [, path, how] = /^GET (\/\w+)\/(\w+)/.exec(String(request))!
    socket.write(drops[path!]!, () => how === 'reset' ? socket.resetAndDestroy() : socket.end())
  }))
  const client = startClient(t)
  for (const path of ['/sized/reset', '/sized/end', '/chunked/reset', '/chunked/end']) {
    const result = await client.open({ url: receiver.url + path })
    // A reset may overtake the head of the answer.
    const failure = result.ok ? (await readAll(result.body)).failure : result.error
    t.equal(failure, 'reset', path)
  }
})

t.test('a failure that happens before anybody reads the body is reported to a later reader', async (t) => {
  const receiver = await startRawReceiver(
    t,
    socket => socket.once('data', () => socket.end(`${head}content-length: 10\r\n\r\naaaaa`))
  )
  const result = await startClient(t).open({ url: receiver.url })
  if (!result.ok) return t.fail(result.message)
  await until(() => result.body.closed)
  t.match(await readAll(result.body), { failure: 'reset' })
  const again = await startClient(t).open({ url: receiver.url })
  if (!again.ok) return t.fail(again.message)
  await until(() => again.body.closed)
  await t.rejects(pipeline(again.body, createHash('sha256')))
})

t.test('a body that breaks at its first byte ends at once', async (t) => {
  const receiver = await startRawReceiver(t, socket => socket.once('data', () => {
    socket.end(`${head}transfer-encoding: chunked\r\n\r\nno chunk`)
  }))
  const client = startClient(t)
  const result = await client.open({ url: receiver.url })
  t.match(result.ok && await readAll(result.body), { failure: 'reset' })
  await client.close({ graceMs: 600_000 })
})

t.test('a body that its reader destroys closes the connection', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => { response.write('a') })
  const client = startClient(t)
  const result = await client.open({ url: receiver.url })
  if (!result.ok) return t.fail(result.message)
  result.body.destroy()
  await until(() => receiver.open() === 0)
  await untilNothingIsOpen(client)
})

t.test('a caller can abort a body', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => { response.write('a') })
  const controller = new AbortController()
  const result = await startClient(t).open({ url: receiver.url, signal: controller.signal })
  if (!result.ok) return t.fail(result.message)
  controller.abort()
  t.match(await readAll(result.body), { failure: 'aborted' })
})

t.test('any status is an answer, and an empty body ends', async (t) => {
  const receiver = await startReceiver(
    t,
    (request, response) => response.writeHead(Number(request.url?.slice(1))).end()
  )
  const client = startClient(t)
  for (const status of [200, 204, 302, 404, 416, 500]) {
    const result = await client.open({ url: `${receiver.url}/${status}` })
    t.match(result, { ok: true, status })
    if (result.ok) t.same(await readAll(result.body), { bytes: 0, failure: null })
  }
})
