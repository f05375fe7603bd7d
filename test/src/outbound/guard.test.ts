import t from 'tap'
import { createAddressGuard, parseAllowList } from '#src/outbound/addresses.js'
import type { Lookup } from '#src/outbound/names.js'
import { createTimers } from '#test/helper/timers.js'
import { answerNames, startClient, startRawReceiver, startReceiver, until, untilNothingIsOpen } from '../../helper/outbound/receivers.js'

const patience = { timeoutMs: 120_000 }
const nothingLocal = createAddressGuard({ allow: [], allowLoopback: false })
const onlyFirst = createAddressGuard({ allow: parseAllowList('127.0.0.1/32'), allowLoopback: false })
const blocked = { ok: false, error: 'blocked_address' }

t.test('a literal address in any notation is refused before a connection is made', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('secret'))
  const client = startClient(t, { isAllowed: nothingLocal })
  for (
    const host of [
      '127.0.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '0', '0.0.0.0',
      '１２７.０.０.１', '127。0。0。1', '127%2e0%2e0%2e1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]',
      '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '10.0.0.1', '169.254.169.254',
      '[fd00:ec2::254]', '[fe80::1]'
    ]
  ) t.match(await client.send({ ...patience, url: `http://${host}:${receiver.port}/` }), blocked, host)
  t.match(await client.send({ ...patience, url: `https://127.0.0.1:${receiver.port}/` }), blocked)
  t.equal(receiver.connections(), 0)
})

t.test('a name is refused if any of its addresses is refused', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('secret'))
  const lookup = answerNames({
    'localhost.': [['127.0.0.1']],
    'private.test': [['10.0.0.1']],
    'metadata.test': [['169.254.169.254']],
    'mapped.test': [['::ffff:127.0.0.1']],
    'compatible.test': [['::127.0.0.1']],
    'zone.test': [['fe80::1%lo']],
    'mixed.test': [['93.184.216.34', '127.0.0.1']],
    'mixed-six.test': [['2606:4700:4700::1111', '::1']],
    'garbage.test': [['garbage']]
  })
  const client = startClient(t, { isAllowed: nothingLocal, lookup })
  for (
    const name of [
      'localhost.', 'private.test', 'metadata.test', 'mapped.test', 'compatible.test', 'zone.test', 'mixed.test',
      'mixed-six.test', 'garbage.test'
    ]
  ) {
    t.match(await client.send({ ...patience, url: `http://${name}:${receiver.port}/` }), {
      ...blocked,
      message: `${name} is at an address that may not be reached`
    }, name)
  }
  t.equal(receiver.connections(), 0)
})

t.test('a refusal does not reveal the address of a name', async (t) => {
  const client = startClient(t, {
    isAllowed: nothingLocal,
    lookup: answerNames({ 'internal.test': [['10.11.12.13']] })
  })
  const result = await client.send({ ...patience, url: 'http://user:secret@internal.test/secret?secret' })
  t.notMatch(JSON.stringify(result), /10\.11\.12\.13|secret/)
})

t.test('a name is resolved once and checked for each new connection, as its address may change', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.setHeader('connection', 'close').end('ok'))
  const lookup = answerNames({ 'rebinding.test': [['127.0.0.1'], ['127.0.0.2']] })
  const client = startClient(t, { isAllowed: onlyFirst, lookup })
  const url = `http://rebinding.test:${receiver.port}/`
  t.match(await client.send({ ...patience, url }), { ok: true, status: 200 })
  t.match(await client.send({ ...patience, url }), blocked)
  t.same(lookup.asked, ['rebinding.test', 'rebinding.test'])
  t.equal(receiver.connections(), 1)
})

t.test('a kept connection stays at the address that was checked', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('ok'))
  const lookup = answerNames({ 'rebinding.test': [['127.0.0.1'], ['127.0.0.2']] })
  const client = startClient(t, { isAllowed: onlyFirst, lookup })
  for (let n = 0; n < 3; n++) {
    t.match(await client.send({ ...patience, url: `http://rebinding.test:${receiver.port}/` }), {
      ok: true,
      status: 200
    })
  }
  t.same(lookup.asked, ['rebinding.test'])
})

for (const scheme of ['http', 'https']) {
  t.test(`over ${scheme} the address is checked again when the connection is made, before a byte is sent`, async (t) => {
    let received = 0
    const receiver = await startRawReceiver(t, socket => socket.on('data', chunk => { received += chunk.length }))
    let judgements = 0
    const client = startClient(t, {
      isAllowed: () => ++judgements < 2,
      lookup: answerNames({ 'public.test': [['127.0.0.1']] })
    })
    t.match(
      await client.send({
        ...patience,
        url: `${scheme}://public.test:${receiver.port}/`,
        method: 'POST',
        body: 'secret'
      }),
      blocked
    )
    t.equal(judgements, 2)
    t.equal(receiver.connections(), 1)
    t.equal(received, 0)
  })
}

t.test('an address in the allow list is reached', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('ok'))
  const client = startClient(t, { isAllowed: onlyFirst, lookup: answerNames({ 'internal.test': [['127.0.0.1']] }) })
  t.match(await client.send({ ...patience, url: receiver.url }), { ok: true })
  t.match(await client.send({ ...patience, url: `http://internal.test:${receiver.port}` }), { ok: true })
  t.match(await client.send({ ...patience, url: `http://127.0.0.2:${receiver.port}` }), blocked)
})

t.test('names are resolved as on the machine unless another look-up is given', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('ok'))
  t.match(await startClient(t).send({ ...patience, url: `http://localhost:${receiver.port}/` }), {
    ok: true,
    status: 200
  })
})

t.test('a name without an address fails as dns', async (t) => {
  const client = startClient(t, { lookup: answerNames({ 'empty.test': [[]] }) })
  t.match(await client.send({ ...patience, url: 'http://unknown.test/' }),
    { ok: false, error: 'dns', message: 'unknown.test could not be resolved (ENOTFOUND)' })
  t.match(await client.send({ ...patience, url: 'https://unknown.test/' }), { ok: false, error: 'dns' })
  t.match(await client.send({ ...patience, url: 'http://empty.test/' }), {
    ok: false,
    error: 'dns',
    message: 'empty.test has no address'
  })
})

t.test('a name service that never answers ends as a timeout, and is asked once for all waiting requests', async (t) => {
  let asked = 0
  let givenUp = 0
  const lookup: Lookup = () => {
    asked++
    return () => { givenUp++ }
  }
  const timers = createTimers()
  const client = startClient(t, { lookup, timers })
  const requests = Array.from({ length: 20 }, () => client.send({ url: 'http://silent.test/', timeoutMs: 150 }))
  await until(() => client.stats().connections === 20)
  timers.pass(150)
  for (const result of await Promise.all(requests)) t.match(result, { ok: false, error: 'timeout' })
  t.equal(asked, 1)
  await untilNothingIsOpen(client)
  t.equal(givenUp, 1, 'a look-up without waiting requests is cancelled')
})

t.test('if one of several addresses does not answer, the next is tried', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('ok'))
  const client = startClient(t, {
    lookup: answerNames({ 'several.test': [['127.0.0.2', '127.0.0.1']], 'none.test': [['127.0.0.2', '127.0.0.3']] })
  })
  t.match(await client.send({ ...patience, url: `http://several.test:${receiver.port}` }), { ok: true, status: 200 })
  t.match(await client.send({ ...patience, url: `http://none.test:${receiver.port}` }), {
    ok: false,
    error: 'connect',
    message: /ECONNREFUSED/
  })
})
