import t from 'tap'
import type { OutboundClient } from '#src/outbound/index.js'
import { startClient, startRawReceiver, startReceiver, until, untilNothingIsOpen } from '../../helper/outbound/receivers.js'

const patience = { timeoutMs: 60_000 }

t.test('of a thousand origins at most 32 keep connections, and the others are forgotten', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('ok'))
  const client = startClient(t, {
    maxKeptConnections: 32,
    keepAliveMs: 60_000,
    lookup: (_hostname, answer) => {
      answer(null, [{ address: '127.0.0.1', family: 4 }])
      return () => {}
    }
  })
  const senders = 64
  let next = 0
  let failures = 0
  let mostOpen = 0
  async function work (): Promise<void> {
    while (next < 1_000) {
      const result = await client.send({ ...patience, url: `http://origin-${next++}.test:${receiver.port}/` })
      if (!result.ok) failures++
      mostOpen = Math.max(mostOpen, receiver.open())
    }
  }
  await Promise.all(Array.from({ length: senders }, work))
  t.equal(failures, 0)
  t.ok(mostOpen <= 32 + senders, `${mostOpen} connections`)
  await until(() => client.stats().connections <= 32)
  t.ok(client.stats().origins <= 32)
  t.equal(receiver.connections(), 1_000)
})

t.test('however many requests hang at an origin, the next one is answered', async (t) => {
  const receiver = await startReceiver(t, (request, response) => { if (request.url === '/') response.end('ok') })
  const client = startClient(t)
  const hung = Array.from({ length: 500 }, () => client.send({ ...patience, url: `${receiver.url}/hang` }))
  await until(() => receiver.open() === 500)
  t.match(await client.send({ ...patience, url: receiver.url }), { ok: true, status: 200 })
  await client.close({ graceMs: 0 })
  for (const result of await Promise.all(hung)) t.match(result, { ok: false, error: 'aborted' })
  await untilNothingIsOpen(client)
})

t.test('requests that cannot be sent leave nothing behind', async (t) => {
  const client = startClient(t)
  for (let n = 0; n < 3; n++) {
    t.match(await client.send({ ...patience, url: 'http://127.0.0.1:9/', headers: { 'x-own': '€' } }), { ok: false })
  }
  await untilNothingIsOpen(client)
})

for (const scheme of ['http', 'https']) {
  t.test(`requests that are aborted while they connect over ${scheme} leave nothing behind`, async (t) => {
    const silent = await startRawReceiver(t, (socket) => socket.resume())
    const client = startClient(t, scheme === 'http' ? { lookup: () => () => {} } : {})
    const url = scheme === 'http' ? 'http://silent.test/' : `https://127.0.0.1:${silent.port}/`
    const giveUp = new AbortController()
    const requests = Array.from({ length: 20 }, () => client.send({ ...patience, url, signal: giveUp.signal }))
    await until(() => client.stats().connections === 20 && (scheme === 'http' || silent.open() === 20))
    giveUp.abort()
    for (const result of await Promise.all(requests)) t.match(result, { ok: false, error: 'aborted' })
    await until(() => client.stats().connections === 0 && silent.open() === 0)
    await untilNothingIsOpen(client)
  })
}

t.test('if a kept connection turns out to be closed, the request is sent on a new one, not on another kept one', async (t) => {
  const answered = new Set<number>()
  let isDown = false
  let connections = 0
  const receiver = await startRawReceiver(t, (socket) => {
    const number = ++connections
    socket.on('data', () => {
      if (isDown && answered.has(number)) return socket.resetAndDestroy()
      answered.add(number)
      setImmediate(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
    })
  })
  const client = startClient(t, { keepAliveMs: 60_000 })
  await Promise.all(Array.from({ length: 10 }, () => client.send({ ...patience, url: receiver.url })))
  isDown = true
  t.match(await get(client, receiver.url), { ok: true, status: 200 })
  t.equal(connections, 11)
  t.equal(client.stats().connections, 1)
})

function get (client: OutboundClient, url: string) {
  return client.send({ ...patience, url, method: 'POST', body: '{}', isRepeatable: true })
}
