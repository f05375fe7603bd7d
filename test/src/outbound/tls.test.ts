import { createServer } from 'node:https'
import { reasonOf } from '#proof/harness/packages.js'
import type { RequestListener } from 'node:http'
import t from 'tap'
import type { Test } from 'tap'
import type { TLSSocket } from 'node:tls'
import { createTimers } from '#test/helper/timers.js'
import { createCertificate } from '../../helper/outbound/certificate.js'
import { answerNames, listen, startClient, startRawReceiver, startReceiver, until, untilNothingIsOpen } from '../../helper/outbound/receivers.js'

const patience = { timeoutMs: 120_000 }
const certificate = createCertificate('DNS:receiver.test,IP:127.0.0.1')
const skip = certificate === null && reasonOf(['openssl'])
const lookup = answerNames({
  'receiver.test': [['127.0.0.1']], 'receiver.test.': [['127.0.0.1']], 'other.test': [['127.0.0.1']]
})

async function startSecureReceiver (t: Test, onRequest: RequestListener = (_request, response) => response.end('ok')) {
  return await listen(t, createServer({ ...certificate }, onRequest), '127.0.0.1')
}

t.test('a receiver with a trusted certificate is reached, by name and by address, over connections that are kept', { skip }, async (t) => {
  const receiver = await startSecureReceiver(
    t,
    (request, response) => response.end((request.socket as TLSSocket).servername || 'none')
  )
  const client = startClient(t, { lookup, ca: certificate!.cert })
  for (
    const [host, servername] of [['receiver.test', 'receiver.test'], ['receiver.test.', 'receiver.test'], ['127.0.0.1',
      'none']]
  ) {
    for (let n = 0; n < 3; n++) {
      const result = await client.send({
        ...patience,
        url: `https://${host}:${receiver.port}/`,
        method: 'POST',
        body: '{}'
      })
      t.equal(result.ok ? result.body.toString() : result.message, servername, host!)
    }
  }
  t.equal(receiver.connections(), 3)
})

t.test('every new connection is verified again', { skip }, async (t) => {
  const receiver = await startSecureReceiver(
    t,
    (_request, response) => response.setHeader('connection', 'close').end('ok')
  )
  const client = startClient(t, { lookup, ca: certificate!.cert })
  for (let n = 0; n < 3; n++) {
    t.match(await client.send({ ...patience, url: `https://receiver.test:${receiver.port}/` }), {
      ok: true,
      status: 200
    })
    t.match(await client.send({ ...patience, url: `https://other.test:${receiver.port}/` }), {
      ok: false,
      error: 'tls'
    })
  }
})

t.test('an untrusted certificate is refused, even if the environment allows it', { skip }, async (t) => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.teardown(function restore () {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  })
  let requests = 0
  const receiver = await startSecureReceiver(t, (_request, response) => { requests++; response.end() })
  const client = startClient(t, { lookup })
  t.match(await client.send({ ...patience, url: `https://receiver.test:${receiver.port}/` }),
    { ok: false, error: 'tls', message: 'self-signed certificate' })
  t.equal(requests, 0)
})

t.test('a certificate for another name is refused', { skip }, async (t) => {
  const receiver = await startSecureReceiver(t)
  const client = startClient(t, { lookup, ca: certificate!.cert })
  t.match(await client.send({ ...patience, url: `https://other.test:${receiver.port}/` }), {
    ok: false,
    error: 'tls',
    message: /other\.test/
  })
})

t.test('a receiver without TLS fails as tls', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('ok'))
  t.match(await startClient(t).send({ ...patience, url: `https://127.0.0.1:${receiver.port}/` }), {
    ok: false,
    error: 'tls'
  })
})

t.test('a handshake that is broken off is a reset, and one that never ends is a timeout', async (t) => {
  const breaking = await startRawReceiver(t, socket => socket.once('data', () => socket.resetAndDestroy()))
  const closing = await startRawReceiver(t, socket => socket.once('data', () => socket.end()))
  const silent = await startRawReceiver(t, socket => socket.resume())
  const timers = createTimers()
  const client = startClient(t, { timers })
  t.match(await client.send({ ...patience, url: `https://127.0.0.1:${breaking.port}/` }), { ok: false, error: 'reset' })
  t.match(await client.send({ ...patience, url: `https://127.0.0.1:${closing.port}/` }), { ok: false, error: 'reset' })
  const pending = client.send({ url: `https://127.0.0.1:${silent.port}/`, timeoutMs: 150 })
  await until(() => silent.open() === 1)
  timers.pass(150)
  t.match(await pending, { ok: false, error: 'timeout' })
  await until(() => silent.open() === 0)
  await untilNothingIsOpen(client)
})

t.test('a body is streamed over TLS', { skip }, async (t) => {
  const receiver = await startSecureReceiver(t, (_request, response) => response.end(Buffer.alloc(3_000_000)))
  const result = await startClient(t, { ca: certificate!.cert }).open({ url: `https://127.0.0.1:${receiver.port}/` })
  if (!result.ok) return t.fail(result.message)
  let bytes = 0
  for await (const chunk of result.body) bytes += chunk.length
  t.equal(bytes, 3_000_000)
})
