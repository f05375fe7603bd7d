import type { Test } from 'tap'
import { NoRoom } from '../../../src/errors.js'
import { httpDialects, inOneApp, type World } from '../../helper/app.js'
import { dial, type Connection } from '../../helper/connection.js'
import { eventually } from '../../helper/receiver.js'

const TRICKLE_MS = 20
const inHaste = inOneApp(httpDialects, {}, { patience: { restOfBodyMs: 200 } })
const inPatience = inOneApp(httpDialects, {}, { patience: { restOfBodyMs: 600_000 } })

/** Sends a piece repeatedly, as long as the connection is open. */
function trickle (t: Test, { socket, closed }: Connection, piece: string): void {
  const timer = setInterval(() => socket.write(piece), TRICKLE_MS)
  t.teardown(() => clearInterval(timer))
  closed.then(() => clearInterval(timer))
}

const JSON_TYPE = 'Content-Type: application/json\r\n'
const TEXT_TYPE = 'Content-Type: text/plain\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const length = (bytes: number) => `Content-Length: ${bytes}\r\n`
const headOf = ({ adminKey }: World, request: string, headers: string, key = adminKey) =>
  `${request} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${key}\r\n${headers}\r\n`

const statusesOf = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))

inHaste('An answer that needs no body does not wait for it; the connection closes unless the body ends soon', async (t, world) => {
  const large = 'x'.repeat(0x8000)
  for (
    const [title, head, begin, piece, status] of [
      ['a wrong key', headOf(world, 'POST /api/v2/assets', JSON_TYPE + length(100_000), 'wrong'), '{', ' ', 401],
      ['a wrong key, in chunks', headOf(world, 'POST /api/v2/assets', JSON_TYPE + CHUNKED, 'wrong'), '1\r\n{\r\n', '1\r\n \r\n', 401],
      ['a GET with a body', headOf(world, 'GET /api/v2/projects', length(100_000)), '{', ' ', 200],
      ['a GET with a body, in chunks', headOf(world, 'GET /api/v2/projects', CHUNKED), '1\r\n{\r\n', '1\r\n \r\n', 200],
      ['a public GET', headOf(world, 'GET /healthz', length(100_000)), '{', ' ', 200],
      ['a body that is too large', headOf(world, 'POST /api/v2/assets', JSON_TYPE + length(3_000_000)), '{', large, 413],
      ['a body that is too large, in chunks', headOf(world, 'POST /api/v2/assets', JSON_TYPE + CHUNKED), '', `8000\r\n${large}\r\n`, 413],
      ['a body of another type', headOf(world, 'POST /api/v2/assets', TEXT_TYPE + length(100_000)), '{', ' ', 415],
      ['a body of another type, in chunks', headOf(world, 'POST /api/v2/assets', TEXT_TYPE + CHUNKED), '1\r\n{\r\n', '1\r\n \r\n', 415],
      ['a refused import', headOf(world, 'POST /api/v2/imports?mode=none', `Content-Type: text/csv\r\n${CHUNKED}`),
        '1\r\n \r\n', '1\r\n \r\n', 422]
    ] as const
  ) {
    await t.test(title, async (t) => {
      const connection = await dial(t, world.app)
      connection.socket.write(head + begin)
      trickle(t, connection, piece)
      await connection.closed
      t.strictSame(statusesOf(connection.answer()), [status])
    })
  }
})

inPatience('A client that sends the rest of such a body keeps its connection, and its next requests are answered', async (t, world) => {
  const next = headOf(world, 'GET /healthz', '')
  for (
    const [title, head, rest, status] of [
      ['a wrong key', headOf(world, 'POST /api/v2/assets', JSON_TYPE + length(12), 'wrong'), '{"title":"x"', 401],
      ['a wrong key, in chunks', headOf(world, 'POST /api/v2/assets', JSON_TYPE + CHUNKED, 'wrong'), '2\r\n{}\r\n0\r\n\r\n', 401],
      ['a GET with a body', headOf(world, 'GET /api/v2/projects', length(2)), '{}', 200],
      ['a body that is too large', headOf(world, 'POST /api/v2/assets', JSON_TYPE + length(3_000_000)),
        'x'.repeat(3_000_000), 413],
      ['a body of another type', headOf(world, 'POST /api/v2/assets', TEXT_TYPE + length(1000)), 'x'.repeat(1000), 415]
    ] as const
  ) {
    await t.test(title, async (t) => {
      const connection = await dial(t, world.app)
      connection.socket.write(head)
      await eventually('the answer', () => statusesOf(connection.answer()).length === 1)
      connection.socket.write(rest + next + next)
      await eventually('the next answers', () => statusesOf(connection.answer()).length === 3)
      t.strictSame(statusesOf(connection.answer()), [status, 200, 200])
      t.notMatch(connection.answer(), /connection: close/i)
      t.notOk(connection.socket.destroyed)
    })
  }
})

inPatience('A client that asks to close its connection is told that it is closed, whatever is answered', async (t, world) => {
  const close = 'Connection: close\r\n'
  for (
    const [title, sent, status] of [
      ['without a key', `GET /api/v2/assets HTTP/1.1\r\nHost: x\r\n${close}\r\n`, 401],
      ['a wrong key', headOf(world, 'GET /api/v2/assets', close, 'wrong'), 401],
      ['a wrong key of a POST without a body', headOf(world, 'POST /api/v2/assets', close, 'wrong'), 401],
      ['a wrong key of a POST with an empty body', headOf(world, 'POST /api/v2/assets', close + length(0), 'wrong'), 401],
      ['an unknown path', headOf(world, 'GET /nothing', close), 404],
      ['a list', headOf(world, 'GET /api/v2/projects', close), 200],
      ['a public path', headOf(world, 'HEAD /healthz', close), 200],
      ['a body that is not awaited', headOf(world, 'POST /api/v2/assets', close + JSON_TYPE + length(2), 'wrong') + '{}', 401],
      ['a body that is too large', headOf(world, 'POST /api/v2/assets', close + JSON_TYPE + length(3_000_000)), 413],
      ['a version that keeps nothing', 'GET /api/v2/assets HTTP/1.0\r\nHost: x\r\n\r\n', 401]
    ] as const
  ) {
    const connection = await dial(t, world.app)
    connection.socket.write(sent)
    await connection.closed
    t.strictSame(statusesOf(connection.answer()), [status], title)
    t.match(connection.answer(), /^connection: close\r$/im, title)
  }
})

inPatience('Requests that arrive in one piece are answered in order, refused ones as well', async (t, world) => {
  const connection = await dial(t, world.app)
  const refused = headOf(world, 'POST /api/v2/assets', JSON_TYPE + length(2), 'wrong')
  const taken = headOf(world, 'POST /api/v2/assets', JSON_TYPE + length(13))
  connection.socket.write(`${refused}{}${taken}{"title":"x"}${refused}{}`)
  await eventually('the answers', () => statusesOf(connection.answer()).length === 3)
  t.strictSame(statusesOf(connection.answer()), [401, 200, 401])
})

inHaste('An import that is refused while its file arrives is answered before its connection closes', async (t, world) => {
  const { receive } = world.app.importReceiver
  t.teardown(() => Object.assign(world.app.importReceiver, { receive }))
  Object.assign(world.app.importReceiver, {
    receive: async (_caller: unknown, _format: unknown, pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) if (piece.length > 0) throw new NoRoom()
    }
  })
  const connection = await dial(t, world.app)
  connection.socket.write(headOf(world, 'POST /api/v2/imports', `Content-Type: text/csv\r\n${CHUNKED}`))
  trickle(t, connection, '1\r\nx\r\n')
  await connection.closed
  t.strictSame(statusesOf(connection.answer()), [503])
  t.match(connection.answer(), 'There is not enough room on the disk')
})
