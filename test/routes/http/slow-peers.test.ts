import { EventEmitter, once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import Fastify = require('fastify')
import t from 'tap'
import failures from '../../../plugins/http/failures.js'
import slowSenders from '../../../plugins/http/slow-senders.js'
import { createWorld, onOneDatabase, type World } from '../../helper/app.js'
import { dial } from '../../helper/connection.js'
import { addAsset, addItemTo, addProject } from '../../helper/items.js'
import { eventually } from '../../helper/receiver.js'

const headOf = ({ config }: World, method: string, path: string, length?: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${config.ADMIN_API_KEY!}\r\n${length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`}\r\n`

onOneDatabase('A body that does not end in time is answered with 408, and its connection is closed', async (t, world) => {
  for (const path of ['/api/v2/assets', '/nowhere']) {
    const { socket, answer, closed } = await dial(t, world.app)
    socket.write(`${headOf(world, 'POST', path, 100)}{"title":`)
    const trickle = setInterval(() => socket.write(' '), 20)
    await closed.finally(() => clearInterval(trickle))
    t.match(answer(), /^HTTP\/1\.1 408 /, path)
    t.match(answer(), /\r\nconnection: close\r\n/i)
    t.ok(answer().endsWith('{"error":"Request timeout"}'), answer())
  }
  t.equal((await world.app.database.reads.prisma.asset.count()), 0)
}, {}, { patience: { bodyMs: 200 } })

t.test('A route may have its own timeout for bodies, and a slow handler does not count as a slow body', async (t) => {
  const app = Fastify.fastify()
  await app.register(failures)
  const bodyTimeoutMs = 50
  await app.register(slowSenders, { bodyTimeoutMs })
  /** Waits until a timeout that began before has passed: timers of a process fire in their order. */
  const outlast = () => new Promise((resolve) => setTimeout(resolve, bodyTimeoutMs + 1))
  const begun = new EventEmitter()
  app.addHook('preParsing', async ({ url }) => { begun.emit(url) })
  const handler = async () => {
    await outlast()
    return 'done'
  }
  app.post('/long', handler)
  app.post('/patient', { config: { bodyTimeoutMs: 600_000 } }, handler)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.close())
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  t.equal(await (await fetch(`${url}/long`, { method: 'POST' })).text(), 'done')
  const body = new ReadableStream({
    async start (controller) {
      controller.enqueue(Buffer.from('{"a":'))
      await once(begun, '/patient')
      await outlast()
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

const STANDSTILL_MS = 1000
const ITEMS = 24

onOneDatabase('A client that reads nothing of a long answer is cut off, and one that reads slowly is not', async (t, world) => {
  const project = await addProject(world.admin)
  for (let count = 0; count < ITEMS; count++) await addItemTo(world.admin, 'assets', project.id, large)
  const head = headOf(world, 'GET', `/api/v2/projects/${project.id}/assets`)
  const accepted = once(world.app.server, 'connection')
  const { socket: silent } = await dial(t, world.app)
  const [theirs] = await accepted as [Socket]
  const cutOff = once(theirs, 'close')
  silent.write(head)
  silent.pause()
  await cutOff

  const isWhole = await eventually('a reading in which this machine did not stand still', async () => {
    const { received, longestPauseMs } = await readSlowly((await dial(t, world.app)).socket, head)
    return received > ITEMS * LARGE_BYTES ? true : longestPauseMs < STANDSTILL_MS / 2 ? 'cut off' : null
  })
  t.equal(isWhole, true)
}, {}, { patience: { standstillMs: STANDSTILL_MS } })

/** Reads for longer than a reader may stand still, up to the end or until the service gives up. */
async function readSlowly (socket: Socket, head: string) {
  let received = 0
  let longestPauseMs = 0
  let last = performance.now()
  const closed = once(socket, 'close')
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.length
      longestPauseMs = Math.max(longestPauseMs, performance.now() - last)
      last = performance.now()
      socket.pause()
      setTimeout(() => socket.resume(), 10)
      if (received > ITEMS * LARGE_BYTES) resolve()
    })
  })
  socket.write(head)
  await Promise.race([ended, closed])
  return { received, longestPauseMs }
}

onOneDatabase('The answer with a large item is not cut off if it is read at once', async (t, world) => {
  const asset = await addAsset(world.admin, large)
  const { socket, answer } = await dial(t, world.app)
  socket.write(headOf(world, 'GET', `/api/v2/assets/${asset.id}`))
  await eventually('the asset', () => answer().length > LARGE_BYTES)
  t.pass()
})
