import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createTimers } from '#test/helper/timers.js'
import { startClient, startRawReceiver, startReceiver, until, untilNothingIsOpen } from '../../helper/outbound/receivers.js'

const patience = { timeoutMs: 120_000 }

/** Writes the text repeatedly, as fast as it is read. Calls `onChunk` for each 16 KiB that were taken. */
function flood (socket: Socket, text: string, onChunk: () => void): void {
  const chunk = Buffer.from(text.repeat(Math.ceil(16_384 / text.length)))
  function pour (): void {
    while (!socket.destroyed && socket.write(chunk)) onChunk()
  }
  socket.on('drain', pour)
  pour()
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The bytes in memory that something still refers to. */
function liveBytes (): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Writes the text again and again, each time when the one before was taken. */
function drip (socket: Socket, text: string): void {
  if (socket.writable) socket.write(text, () => setImmediate(drip, socket, text))
}

const head = 'HTTP/1.1 200 OK\r\n'

const neverEnding: Record<string, (socket: Socket) => void> = {
  'never answers': () => {},
  'answers one byte at a time': socket => {
    socket.write(`${head}content-length: 100000\r\n\r\n`)
    drip(socket, 'a')
  },
  'answers one byte at a time in chunks': socket => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
    drip(socket, '1\r\na\r\n')
  },
  'sends its headers one byte at a time': socket => {
    socket.write(`${head}x-a: `)
    drip(socket, 'a')
  },
  'sends its status one byte at a time': socket => {
    socket.write('HTTP/1.1 200 ')
    drip(socket, 'O')
  },
  'sends informational answers without end': socket => drip(socket, 'HTTP/1.1 103 Early Hints\r\nx-a: a\r\n\r\n'),
  'sends empty lines without end': socket => drip(socket, '\r\n'),
  'sends a chunk size without end': socket => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n1;`)
    drip(socket, 'a')
  }
}

for (const [what, behave] of Object.entries(neverEnding)) {
  t.test(`a receiver that ${what} ends as a timeout, in time`, async (t) => {
    let isAsked = false
    const receiver = await startRawReceiver(t, socket => socket.once('data', () => {
      isAsked = true
      behave(socket)
    }))
    const timers = createTimers()
    const client = startClient(t, { timers })
    const request = client.send({ url: receiver.url, method: 'POST', body: '{}', timeoutMs: 150 })
    await until(() => isAsked)
    timers.pass(149)
    await new Promise((resolve) => setImmediate(resolve))
    t.equal(client.stats().connections, 1)
    timers.pass(1)
    t.match(await request, { ok: false, error: 'timeout', message: 'no complete answer within 150 ms' })
    await until(() => receiver.open() === 0)
    await untilNothingIsOpen(client)
  })
}

const flooding: Record<string, { text: string, head: string, error: string | null }> = {
  headers: { head, text: 'x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n', error: 'reset' },
  'one header': { head: `${head}x-a: `, text: 'aaaaaaaaaaaaaaaaa', error: 'reset' },
  'trailing headers': {
    head: `${head}transfer-encoding: chunked\r\n\r\n0\r\n`,
    text: 'x-a: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n',
    error: 'reset'
  },
  'a status text': { head: 'HTTP/1.1 200 ', text: 'aaaaaaaaa', error: 'timeout' },
  'informational answers': { head: '', text: 'HTTP/1.1 103 Early Hints\r\nx-a: a\r\n\r\n', error: 'timeout' },
  'a body': { head: `${head}\r\n`, text: 'aaaaaaaaaa', error: null },
  'a chunked body': { head: `${head}transfer-encoding: chunked\r\n\r\n`, text: '5\r\naaaaa\r\n', error: null },
  'a body with an absurd length': {
    head: `${head}content-length: 9007199254740991\r\n\r\n`,
    text: 'aaaaaaaaaa',
    error: null
  },
  'something that is not HTTP': { head: '', text: 'garbage', error: 'reset' }
}

for (const [what, { head, text, error }] of Object.entries(flooding)) {
  t.test(`a receiver that sends ${what} without end ends in bounded memory, ${error ? `as ${error}` : 'with the start of the body'}`, async (t) => {
    let chunks = 0
    let heldBytes = 0
    const timers = createTimers()
    const receiver = await startRawReceiver(t, socket =>
      socket.once('data', () => {
        socket.write(head)
        // What never ends is given up after 32 MiB.
        flood(socket, text, () => {
          if (++chunks !== 2048) return
          heldBytes = liveBytes() - before
          timers.pass(patience.timeoutMs)
        })
      }))
    const client = startClient(t, { timers })
    const before = liveBytes()
    const result = await client.send({ ...patience, url: receiver.url, maxResponseBytes: 1024 })
    if (error) t.match(result, { ok: false, error })
    else t.equal(result.ok && result.isTruncated && result.body.length, 1024)
    if (error === 'timeout') t.ok(heldBytes < 8 * 1024 * 1024, `${heldBytes} bytes of 32 MiB are kept`)
    else t.ok(chunks < 2048, `it ends by itself after ${chunks * 16} KiB`)
    await untilNothingIsOpen(client)
  })
}

const breaking: Record<string, (socket: Socket) => void> = {
  'resets instead of answering': socket => socket.resetAndDestroy(),
  'closes instead of answering': socket => socket.end(),
  'resets in the middle of its headers': socket => socket.write(`${head}x-a: a`, () => socket.resetAndDestroy()),
  'closes in the middle of its headers': socket => socket.end(`${head}x-a: a`),
  'resets in the middle of its body': socket =>
    socket.write(`${head}content-length: 10\r\n\r\naaaaa`, () => socket.resetAndDestroy()),
  'closes in the middle of its body': socket => socket.end(`${head}content-length: 10\r\n\r\naaaaa`),
  'closes in the middle of its chunks': socket => socket.end(`${head}transfer-encoding: chunked\r\n\r\n5\r\naaaaa\r\n`),
  'speaks another protocol': socket => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  'speaks HTTP/2': socket => socket.end(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  'names two lengths': socket => socket.end(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\naa`),
  'switches protocols unasked': socket =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'wants a body to be sent unasked': socket => socket.end('HTTP/1.1 100 Continue\r\n\r\n')
}

for (const [what, behave] of Object.entries(breaking)) {
  t.test(`a receiver that ${what} ends as a reset`, async (t) => {
    const receiver = await startRawReceiver(t, socket => socket.once('data', () => behave(socket)))
    const result = await startClient(t).send({ ...patience, url: receiver.url, method: 'POST', body: '{}' })
    t.match(result, { ok: false, error: 'reset', message: /./ })
  })
}

t.test('a body without a length ends with the connection', async (t) => {
  const receiver = await startRawReceiver(
    t,
    socket => socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nwhole'))
  )
  const result = await startClient(t).send({ ...patience, url: receiver.url })
  t.equal(result.ok && result.body.toString(), 'whole')
})

t.test('an answer that arrives before the whole request was sent is accepted', async (t) => {
  const receiver = await startReceiver(
    t,
    (_request, response) => response.writeHead(413, { connection: 'close' }).end('too large')
  )
  const result = await startClient(t).send({
    ...patience,
    url: receiver.url,
    method: 'POST',
    body: Buffer.alloc(64 * 1024)
  })
  t.match(result, { ok: true, status: 413 })
})

t.test('a refused connection fails as connect', async (t) => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  const result = await startClient(t).send({ ...patience, url: `http://127.0.0.1:${port}/secret?token=secret` })
  t.match(result, { ok: false, error: 'connect', message: `connect ECONNREFUSED 127.0.0.1:${port}` })
})
