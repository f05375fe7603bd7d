import t from 'tap'
import type { Connection } from '#src/outbound/connection.js'
import { OutboundFailure } from '#src/outbound/failure.js'
import { createLimits } from '#src/outbound/limits.js'
import { createPool } from '#src/outbound/pool.js'
import { startClient, startReceiver } from './receivers.js'

const noLimits = createLimits({})

/** A pool of connections that do nothing but remember whether they were closed. */
function createFakePool (maxConnections: number, maxConnectionsPerOrigin: number) {
  const closed: Connection[] = []
  const pool = createPool({
    maxConnections,
    maxConnectionsPerOrigin,
    createConnection (origin) {
      const connection = { origin, served: 0, destroy: () => { closed.push(connection) } } as unknown as Connection
      return connection
    }
  })
  return { pool, closed }
}

t.test('a kept connection is used again, the one that was used last first', async (t) => {
  const { pool } = createFakePool(8, 8)
  const first = await pool.acquire('a', noLimits)
  const second = await pool.acquire('a', noLimits)
  pool.release(second)
  pool.release(first)
  t.equal(await pool.acquire('a', noLimits), first)
  t.same(pool.stats(), { origins: 1, connections: 2, idle: 1 })
})

t.test('who waits for an origin is served in order', async (t) => {
  const { pool } = createFakePool(8, 1)
  const held = await pool.acquire('a', noLimits)
  const served: number[] = []
  const waiting = [1, 2, 3].map(async (n) => {
    const connection = await pool.acquire('a', noLimits)
    served.push(n)
    pool.release(connection)
  })
  pool.release(held)
  await Promise.all(waiting)
  t.same(served, [1, 2, 3])
})

t.test('who gives up waiting is forgotten', async (t) => {
  const { pool } = createFakePool(8, 1)
  const held = await pool.acquire('a', noLimits)
  const limits = createLimits({})
  const waiting = pool.acquire('a', limits)
  limits.end(new OutboundFailure('aborted', 'given up'))
  await t.rejects(Promise.resolve(waiting), OutboundFailure)
  pool.discard(held, null)
  t.same(pool.stats(), { origins: 0, connections: 0, idle: 0 })
})

t.test('where all connections are taken, origins are served in turn', async (t) => {
  const { pool } = createFakePool(1, 1)
  const held = await pool.acquire('x', noLimits)
  const served: string[] = []
  const waiting = ['a', 'a', 'a', 'b', 'b', 'c'].map(async (name) => {
    const connection = await pool.acquire(name, noLimits)
    served.push(name)
    pool.release(connection)
  })
  pool.release(held)
  await Promise.all(waiting)
  t.same(served, ['a', 'b', 'c', 'a', 'b', 'a'])
})

t.test('the connection that has been idle longest makes room', async (t) => {
  const { pool, closed } = createFakePool(2, 2)
  const [a, b] = [await pool.acquire('a', noLimits), await pool.acquire('b', noLimits)]
  pool.release(b)
  pool.release(a)
  await pool.acquire('c', noLimits)
  t.same(closed.map(connection => connection.origin), ['b'])
  t.same(pool.stats(), { origins: 2, connections: 2, idle: 1 })
})

t.test('however many origins hang, each that comes later finds room', async (t) => {
  const { pool } = createFakePool(128, 16)
  const held = new Map<string, number>()
  for (let n = 0; n < 60; n++) {
    for (let request = 0; request < 50; request++) {
      const connection = pool.acquire(`origin ${n}`, noLimits)
      if (!(connection instanceof Promise)) held.set(connection.origin, (held.get(connection.origin) ?? 0) + 1)
    }
  }
  t.equal(held.get('origin 0'), 8, 'the first may hold many')
  t.equal(held.size, 60, 'and the last has one all the same')
  t.ok(pool.stats().connections <= 128)
})

t.test('one origin alone may use all that one origin may', async (t) => {
  const { pool } = createFakePool(1_024, 32)
  const waiting = Array.from({ length: 50 }, () => pool.acquire('a', noLimits)).filter(each => each instanceof Promise)
  t.equal(waiting.length, 18)
})

t.test('thousands of origins leave few connections open and are forgotten', async (t) => {
  const receiver = await startReceiver(t, (_request, response) => response.end('ok'))
  const client = startClient(t, {
    maxConnections: 32,
    keepAliveMs: 60_000,
    lookup: (_hostname, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }])
  })
  let next = 0
  let failures = 0
  let mostOpen = 0
  async function work (): Promise<void> {
    while (next < 3_000) {
      const result = await client.send({ url: `http://origin-${next++}.test:${receiver.port}/`, timeoutMs: 60_000 })
      if (!result.ok) failures++
      mostOpen = Math.max(mostOpen, client.stats().connections)
    }
  }
  await Promise.all(Array.from({ length: 64 }, work))
  t.equal(failures, 0)
  t.equal(mostOpen, 32)
  t.ok(client.stats().origins <= 32)
  t.equal(receiver.connections(), 3_000)
})
