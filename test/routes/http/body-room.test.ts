import { connect, type AddressInfo } from 'node:net'
import t from 'tap'
import { createWorld } from '../../helper/app.js'
import { succeed } from '../../helper/items.js'
import { eventually } from '../../helper/receiver.js'

const LARGEST = 8 * 1024 ** 2

t.test('A user whose concurrent bodies exceed the room for them gets 503 with Retry-After; other users are answered', async (t) => {
  const { app, admin, addUser } = await createWorld(t, 'sqlite')
  const { client: other } = await addUser()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const head = 'POST /api/v2/bulk HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
    `X-API-KEY: ${app.config.ADMIN_API_KEY}\r\nContent-Length: ${LARGEST}\r\n\r\n`
  const sockets = Array.from({ length: 8 }, () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(head)
    socket.write(Buffer.alloc(LARGEST - 1, ' '))
    return socket
  })
  t.teardown(() => sockets.forEach((socket) => socket.destroy()))

  const refused = await eventually('there is no room', async () => {
    const answer = await admin.post('assets', { title: 'x' })
    return answer.status === 503 && answer
  })
  t.strictSame([refused.body, refused.headers['retry-after']], [{ error: 'Service is overloaded' }, '10'])
  t.equal((await admin.get('projects')).status, 200, 'a request without a body needs no room')
  await succeed(other.post('assets', { title: 'x' }))

  for (const socket of sockets) socket.destroy()
  await eventually('there is room again', async () => (await admin.post('assets', { title: 'x' })).status === 200)
})
