import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createLookup, type NamesOptions } from '#src/outbound/names.js'
import { createTimers } from '#test/helper/timers.js'
import { startClient, startReceiver, until } from '../../helper/outbound/receivers.js'

/** A name server on loopback: answers with the addresses of a name, or with none. Never answers names with `silent`. */
async function startNameServer (t: Test, names: Record<string, string[]> = {}) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, { port }) => {
    const labels: string[] = []
    let at = 12
    for (; question[at] !== 0; at += question[at]! + 1) labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
    const name = labels.join('.').toLowerCase()
    const isIPv4 = question.readUInt16BE(at + 1) === 1
    if (isIPv4) asked.push(name)
    if (name.includes('silent')) return
    const addresses = isIPv4 ? names[name] ?? [] : []
    const head = Buffer.from(question.subarray(0, at + 5))
    head.writeUInt16BE(names[name] === undefined ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt32BE(0, 8)
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]))
    socket.send(Buffer.concat([head, ...records]), port, '127.0.0.1')
  })
  await new Promise<void>((resolve) => { socket.bind(0, '127.0.0.1', resolve) })
  t.teardown(() => { socket.close() })
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] }
}

/** Look-ups with their own hosts and resolv.conf files. */
function open (t: Test, { hosts = '', resolv = '', ...options }: NamesOptions & { hosts?: string, resolv?: string } = {}) {
  const folder = t.testdir({ hosts, resolv })
  const lookup = createLookup({ hostsPath: join(folder, 'hosts'), resolvPath: join(folder, 'resolv'), ...options })
  const find = (name: string) => new Promise<string[]>((resolve, reject) => {
    lookup(name, (error, addresses: LookupAddress[]) =>
      error === null ? resolve(addresses.map(({ address }) => address)) : reject(error))
  })
  return { lookup, find, folder }
}

t.test('The hosts file comes before name servers, and a change in it takes effect at once', async (t) => {
  const { asked, servers } = await startNameServer(t)
  const { find, folder } = open(t, { servers, hosts: '127.0.0.5 Inner inner.test # and.not.this\nfd00::1 inner\nbad line\n' })
  t.strictSame(await find('INNER'), ['127.0.0.5', 'fd00::1'])
  t.strictSame(await find('inner.test.'), ['127.0.0.5'])
  writeFileSync(join(folder, 'hosts'), '127.0.0.66 inner.test\n')
  t.strictSame(await find('inner.test'), ['127.0.0.66'])
  t.strictSame(asked, [])
})

t.test('localhost is this machine, whatever name servers say', async (t) => {
  const { asked, servers } = await startNameServer(t, { localhost: ['10.0.0.1'] })
  const { find } = open(t, { servers })
  t.strictSame(await find('localhost'), ['127.0.0.1', '::1'])
  t.strictSame(await find('app.localhost'), ['127.0.0.1', '::1'])
  t.strictSame(asked, [])
})

t.test('A look-up finds all addresses of a name, and fails for a name without any', async (t) => {
  const { servers } = await startNameServer(t, { 'some.test': ['192.0.2.1', '192.0.2.2'], 'empty.test': [] })
  const { find } = open(t, { servers })
  t.strictSame((await find('some.test')).sort(), ['192.0.2.1', '192.0.2.2'])
  await t.rejects(find('no.test'), { code: 'ENOTFOUND' })
  await t.rejects(find('empty.test'), { code: 'ENODATA' })
})

t.test('Search domains are tried after a name with enough dots, and before a name with fewer', async (t) => {
  const { asked, servers } = await startNameServer(t, { 'api.two.test': ['192.0.2.7'], rooted: ['192.0.2.8'] })
  const { find } = open(t, { servers, resolv: '# local\nsearch one.test two.test.\noptions timeout:1 ndots:2\n' })
  t.strictSame(await find('api'), ['192.0.2.7'])
  t.strictSame(asked.splice(0), ['api.one.test', 'api.two.test'])
  await t.rejects(find('a.b.c'), { code: 'ENOTFOUND' })
  t.strictSame(asked.splice(0), ['a.b.c', 'a.b.c.one.test', 'a.b.c.two.test'])
  t.strictSame(await find('rooted.'), ['192.0.2.8'])
  t.strictSame(asked.splice(0), ['rooted'])
})

t.test('A look-up fails with ETIMEOUT if name servers stay silent', async (t) => {
  const { servers } = await startNameServer(t)
  const { find } = open(t, { servers, longestMs: 50 })
  await t.rejects(find('silent.test'), { code: 'ETIMEOUT' })
})

t.test('A cancelled look-up is never answered', async (t) => {
  const { asked, servers } = await startNameServer(t, { 'some.test': ['192.0.2.1'] })
  const { lookup, find } = open(t, { servers })
  const giveUp = lookup('silent.test', () => t.fail('it was cancelled'))
  await until(() => asked.length > 0)
  giveUp()
  t.strictSame(await find('some.test'), ['192.0.2.1'])
})

t.test('Two hundred names whose servers are silent do not delay another request', async (t) => {
  const { asked, servers } = await startNameServer(t, { 'receiver.test': ['127.0.0.1'] })
  const { lookup } = open(t, { servers })
  const receiver = await startReceiver(t, (_request, response) => response.end('ok'))
  const client = startClient(t, { lookup, timers: createTimers() })
  const hung = Array.from({ length: 200 }, (_, index) =>
    client.send({ url: `http://silent-${index}.test/`, timeoutMs: 60_000 }))
  await until(() => new Set(asked).size === 200)
  // None of them ends: their time does not pass.
  t.match(await client.send({ url: `http://receiver.test:${receiver.port}/`, timeoutMs: 60_000 }), { ok: true, status: 200 })
  await client.close({ graceMs: 0 })
  for (const result of await Promise.all(hung)) t.match(result, { ok: false, error: 'aborted' })
})
