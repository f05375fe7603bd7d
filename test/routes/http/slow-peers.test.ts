import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify = require('fastify')
import t, { type Test } from 'tap'
import failures from '../../../plugins/http/failures.js'
import slowSenders from '../../../plugins/http/slow-senders.js'
import { createWorld, dialects, type World } from '../../helper/app.js'
import { addAsset, addItemTo, addProject } from '../../helper/items.js'
import { eventually } from '../../helper/receiver.js'

async function dial (t: Test, { app }: World): Promise<Socket> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

const headOf = ({ config }: World, method: string, path: string, length?: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${config.ADMIN_API_KEY!}\r\n${length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`}\r\n`

t.test('A body that does not end in time is answered with 408, and its connection is closed', async (t) => {
  const world = await createWorld(t, 'sqlite', {}, { patience: { bodyMs: 200 } })
  for (const path of ['/api/v2/assets', '/nowhere']) {
    const socket = await dial(t, world)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => { answer += text })
    socket.write(`${headOf(world, 'POST', path, 100)}{"title":`)
    const trickle = setInterval(() => socket.write(' '), 20)
    await once(socket, 'close').finally(() => clearInterval(trickle))
    t.match(answer, /^HTTP\/1\.1 408 /, path)
    t.match(answer, /\r\nconnection: close\r\n/i)
    t.ok(answer.endsWith('{"error":"Request timeout"}'), answer)
  }
  t.equal((await world.admin.post('assets', { title: 'whole' })).status, 200)
  t.equal((await world.app.database.reads.prisma.asset.count()), 1)
})

t.test('A route may have its own timeout for bodies, and a slow handler does not count as a slow body', async (t) => {
  const app = Fastify.fastify()
  await app.register(failures)
  await app.register(slowSenders, { bodyTimeoutMs: 50 })
  const handler = async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return 'done'
  }
  app.post('/long', handler)
  app.post('/patient', { config: { bodyTimeoutMs: 60_000 } }, handler)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  t.equal(await (await fetch(`${url}/long`, { method: 'POST' })).text(), 'done')
  const body = new ReadableStream({
    async start (controller) {
      controller.enqueue(Buffer.from('{"a":'))
      await new Promise((resolve) => setTimeout(resolve, 200))
      controller.enqueue(Buffer.from('1}'))
      controller.close()
    }
  })
  const answer = await fetch(
    `${url}/patient`,
    { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit
  )
  t.equal(await answer.text(), 'done')
})

t.test('Headers must arrive within 60 seconds, and whole requests have a time limit, too', async (t) => {
  const { app } = await createWorld(t, 'sqlite')
  t.equal(app.server.headersTimeout, 60_000)
  t.ok(app.server.requestTimeout > 0)
})

/** About the largest size of an item. */
const LARGE_BYTES = 950_000
const large = { description: 'x'.repeat(100_000), tags: Array.from({ length: 850 }, () => 'x'.repeat(1000)) }

for (const dialect of dialects) {
  t.test(`A client that reads nothing of a long answer is cut off, and one that reads slowly is not (${dialect})`, async (t) => {
    const world = await createWorld(t, dialect, {}, { patience: { standstillMs: 500 } })
    const project = await addProject(world.admin)
    for (let count = 0; count < 24; count++) await addItemTo(world.admin, 'assets', project.id, large)
    const path = `/api/v2/projects/${project.id}/assets`

    const silent = await dialAndNote(t, world)
    silent.socket.write(headOf(world, 'GET', path))
    silent.socket.pause()
    await silent.closed

    const slow = await dial(t, world)
    let received = 0
    slow.on('data', (chunk) => {
      received += chunk.length
      slow.pause()
      setTimeout(() => slow.resume(), 1)
    })
    slow.write(headOf(world, 'GET', path))
    await eventually('everything', () => received > 24 * LARGE_BYTES)
    t.notOk(slow.destroyed)
  })
}

t.test('The answer with a large item is not cut off if it is read at once', async (t) => {
  const world = await createWorld(t, 'sqlite', {}, { patience: { standstillMs: 60_000 } })
  const asset = await addAsset(world.admin, large)
  const socket = await dial(t, world)
  let received = 0
  socket.on('data', (chunk) => { received += chunk.length })
  socket.write(headOf(world, 'GET', `/api/v2/assets/${asset.id}`))
  await eventually('the asset', () => received > LARGE_BYTES)
  t.pass()
})

/** A connection, and a promise that resolves when the service has closed its side. */
async function dialAndNote (t: Test, world: World) {
  const accepted = once(world.app.server, 'connection')
  const socket = await dial(t, world)
  const [theirs] = await accepted as [Socket]
  return { socket, closed: once(theirs, 'close') }
}
